import { useMutation } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { call } from '../../../../platform/web/api/call.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { ConfirmDialog } from '../../../../platform/web/ui/ConfirmDialog.tsx';
import { lazyPart } from '../../../../platform/web/ui/lazy/lazyPart.tsx';
import { toastFailure } from '../../../../platform/web/ui/toastFailure.ts';
import { hoursText } from '../../contract/balances.ts';
import { endRequest, type Request } from '../../contract/requests.ts';
import { KindMark } from '../parts/KindMark.tsx';
import { StateBadge } from '../parts/StateBadge.tsx';
import { spanOf } from '../state/labels.ts';
import { useKinds, useRefresh } from '../state/useTimeOff.ts';

const RequestDialog = lazyPart(() => import('./RequestDialog.tsx'), {
  place: 'dialog',
});

interface Props {
  request: Request;
  today: string;
  /** It is one’s own. */
  isOwn: boolean;
  /** Before the other actions. */
  actions?: ReactNode;
  /** Below the facts. */
  children?: ReactNode;
  /** Above the kind: the person. */
  heading?: ReactNode;
}

/** A request with its state, and what may be done with it. */
export function RequestItem({ request, today, isOwn, actions, heading, children }: Props) {
  const kind = useKinds().get(request.kindId);
  const [isChanging, setChanging] = useState(false);
  const { may, state } = request;
  const who = isOwn ? undefined : { id: request.userId, name: request.userName };
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-2 py-3 @2xl:grid-cols-[auto_minmax(0,1fr)_auto]">
      <KindMark kind={kind} />
      <div className="flex min-w-0 flex-col gap-1 text-sm">
        {heading}
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium text-text tabular-nums">{spanOf(request)}</span>
          <StateBadge state={state} />
        </p>
        <p className="text-muted tabular-nums">
          {`${kind?.name ?? 'Time off'}, ${hoursText(request.minutes)}`}
          {request.reason ? ` · ${request.reason}` : ''}
          {request.reason === null ? ' · Reason private' : ''}
        </p>
        <p className="text-xs text-muted">{describeState(request)}</p>
        {children}
      </div>
      <div className="flex flex-wrap items-start gap-2 @max-2xl:col-start-2">
        {actions}
        {may.change && (
          <Button size="sm" onClick={() => setChanging(true)}>
            Change
          </Button>
        )}
        {(may.withdraw || may.cancel) && <EndButton request={request} />}
      </div>
      <Suspense>
        {isChanging && (
          <RequestDialog
            person={who}
            replaced={request}
            today={today}
            onClose={() => setChanging(false)}
          />
        )}
      </Suspense>
    </li>
  );
}

function describeState(request: Request): string {
  const { state, userName, waitsFor, decidedBy, decisionReason, replacesId } = request;
  const reason = decisionReason ? `: ${decisionReason}` : '';
  switch (state) {
    case 'pending':
      return `Waits for ${waitsFor.join(' or ') || 'HR'}${replacesId === null ? '' : ', in place of an earlier request'}`;
    case 'approved':
      // What needs no approval was decided by no one else.
      return decidedBy && decidedBy !== userName ? `Approved by ${decidedBy}${reason}` : '';
    case 'declined':
      return `Declined by ${decidedBy ?? 'someone'}${reason}`;
    case 'withdrawn':
      return `Withdrawn${reason}`;
    case 'canceled':
      return `Canceled by ${decidedBy ?? 'someone'}${reason}`;
  }
}

/** Withdraws what is pending, and cancels what is approved. */
function EndButton({ request }: Pick<Props, 'request'>) {
  const [isAsking, setAsking] = useState(false);
  const refresh = useRefresh();
  const isPending = request.state === 'pending';
  const verb = isPending ? 'Withdraw' : 'Cancel';
  const { mutate, isPending: isSending } = useMutation({
    mutationFn: () =>
      call(endRequest, { params: { requestId: request.id }, body: { version: request.version } }),
    onError: (error) =>
      toastFailure(
        error,
        isPending ? 'Couldn’t withdraw the request' : 'Couldn’t cancel the time off',
      ),
    onSettled: async () => {
      setAsking(false);
      await refresh();
    },
  });
  return (
    <>
      <Button size="sm" pending={isSending} onClick={() => setAsking(true)}>
        {verb}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={isPending ? 'Withdraw this request?' : 'Cancel this time off?'}
        description={
          isPending
            ? `${spanOf(request)} is no longer requested.`
            : `${spanOf(request)} becomes working time again, and ${hoursText(request.minutes)} go back to the balance if the kind has one.`
        }
        confirmLabel={isPending ? 'Withdraw request' : 'Cancel time off'}
        pending={isSending}
        onConfirm={() => mutate()}
      />
    </>
  );
}
