import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useId, useState } from 'react';
import { storeNames } from '../../../../platform/contract/names.ts';
import { ApiError } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { weekdayTime } from '../../../../platform/web/time/moments.ts';
import { Badge, type BadgeProps } from '../../../../platform/web/ui/Badge.tsx';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { ConfirmDialog } from '../../../../platform/web/ui/ConfirmDialog.tsx';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { TextArea } from '../../../../platform/web/ui/TextArea.tsx';
import { toastError } from '../../../../platform/web/ui/toastFailure.ts';
import { type Correction, decideCorrection, reasonMaxLength } from '../../contract/corrections.ts';
import { getClock, kindNames } from '../../contract.ts';

const states: Record<Correction['state'], BadgeProps & { children: string }> = {
  waiting: { tone: 'warning', children: 'Pending' },
  approved: { tone: 'success', children: 'Approved' },
  declined: { tone: 'danger', children: 'Declined' },
  withdrawn: { tone: 'neutral', children: 'Withdrawn' },
};

interface Props {
  correction: Correction;
  timezone: string;
}

/** One correction: the request, its reason and the decision. */
export function CorrectionItem({ correction, timezone }: Props) {
  const { id, userName, authorName, reason, changes, state, origin, may } = correction;
  const [declining, setDeclining] = useState(false);
  const { decide, isPending, lockedText, forget } = useDecision(id);
  return (
    <li className="flex flex-wrap items-start gap-x-6 gap-y-2 py-2.5">
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-center gap-2 text-base text-text">
          <span className="font-medium">{userName}</span>
          <Badge {...states[state]} />
          {origin === 'offline' && <Badge>Recorded offline</Badge>}
        </p>
        <ul className="mt-0.5 text-sm text-text tabular-nums">
          {changes.map((change) => (
            <li key={`${change.act} ${change.kind} ${change.from} ${change.to}`}>
              {changeText(change, timezone)}
            </li>
          ))}
        </ul>
        <p className="mt-0.5 text-sm text-muted text-pretty">{`“${reason}”`}</p>
        <p className="mt-0.5 text-xs text-muted">
          {describeCorrection(correction, authorName, timezone)}
        </p>
      </div>
      <div className="flex gap-2">
        {may.decide && (
          <>
            <Button size="sm" disabled={isPending} onClick={() => setDeclining(true)}>
              Decline
            </Button>
            <Button
              size="sm"
              variant="primary"
              pending={isPending}
              onClick={() => decide({ decision: 'approved' })}
            >
              Approve
            </Button>
          </>
        )}
        {may.withdraw && (
          <Button size="sm" pending={isPending} onClick={() => decide({ decision: 'withdrawn' })}>
            Withdraw
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={lockedText !== undefined}
        onOpenChange={forget}
        title="Pay the difference in the next period?"
        description={lockedText}
        confirmLabel="Approve and pay later"
        pending={isPending}
        onConfirm={() => decide({ decision: 'approved', adjust: true })}
      />
      <DeclineDialog
        open={declining}
        userName={userName}
        onClose={() => setDeclining(false)}
        onDecline={(declineReason) => {
          setDeclining(false);
          decide({ decision: 'declined', reason: declineReason });
        }}
      />
    </li>
  );
}

function useDecision(correctionId: number) {
  const client = useQueryClient();
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (body: {
      decision: 'approved' | 'declined' | 'withdrawn';
      reason?: string;
      adjust?: boolean;
    }) => call(decideCorrection, { params: { correctionId }, body }),
    onError: (failure) =>
      lockedTextOf(failure) === undefined &&
      toastError(failure, 'Couldn’t save the decision. Try again.'),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeyFor(getClock) }),
  });
  return { decide: mutate, isPending, lockedText: lockedTextOf(error), forget: reset };
}

/** Why the hours are locked, where the difference can be paid in the next pay period. */
const lockedTextOf = (error: unknown): string | undefined =>
  error instanceof ApiError ? error.fields?.adjust : undefined;

function changeText(
  { act, kind, from, to, store }: Correction['changes'][number],
  timezone: string,
): string {
  const place = store ? ` at ${storeNames[store]}` : '';
  const oldTime = from && weekdayTime(from, timezone);
  const newTime = to && weekdayTime(to, timezone);
  if (act === 'add') return `Add ${kindNames[kind]} ${newTime}${place}`;
  if (act === 'void') return `Remove ${kindNames[kind]} ${oldTime}`;
  if (from === to) return `${kindNames[kind]} ${oldTime}${place}`;
  return `${kindNames[kind]} ${oldTime} → ${newTime}${place}`;
}

function describeCorrection(
  { createdAt, decidedBy, decidedAt, state, decisionReason, origin }: Correction,
  author: string,
  timezone: string,
): string {
  const requested = `${origin === 'manager' ? 'Corrected' : 'Requested'} by ${author}, ${weekdayTime(createdAt, timezone)}`;
  if (!decidedBy || !decidedAt || origin === 'manager') return requested;
  const decided = `${state} by ${decidedBy}, ${weekdayTime(decidedAt, timezone)}`;
  return [requested, decided, decisionReason && `“${decisionReason}”`].filter(Boolean).join(' · ');
}

interface DeclineDialogProps {
  open: boolean;
  userName: string;
  onClose: () => void;
  onDecline: (reason: string) => void;
}

/** Declining requires a reason. */
function DeclineDialog({ open, userName, onClose, onDecline }: DeclineDialogProps) {
  const formId = useId();
  const [reason, setReason] = useState('');
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (reason.trim()) onDecline(reason.trim());
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      size="sm"
      title="Decline request"
      description={`${userName} will see the reason.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="danger" disabled={!reason.trim()}>
            Decline request
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate>
        <TextArea
          label="Reason"
          required
          rows={2}
          maxLength={reasonMaxLength}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
