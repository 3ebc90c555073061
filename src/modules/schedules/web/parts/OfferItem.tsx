import { useMutation } from '@tanstack/react-query';
import { ArrowRight, ArrowRightLeft } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { RequestOf } from '../../../../platform/contract/endpoint.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { agoText } from '../../../../platform/web/time/relativeTime.ts';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { ReasonDialog } from '../../../../platform/web/ui/ReasonDialog.tsx';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { toastFailure } from '../../../../platform/web/ui/toastFailure.ts';
import {
  decideOffer,
  declineOffer,
  type Offer,
  takeOffer,
  withdrawOffer,
} from '../../contract/offers.ts';
import { offerStateNames, offerTones, placeText, shiftText } from '../state/labels.ts';
import { useRefresh } from '../state/useSchedules.ts';

const acts = { take: takeOffer, decline: declineOffer, withdraw: withdrawOffer } as const;
type Act = keyof typeof acts;

const done: Record<Act, string> = {
  take: 'You took the shift. A manager has to approve it.',
  decline: 'You declined the shift.',
  withdraw: 'You withdrew the offer.',
};

function useAnswer({ offerId }: Offer) {
  const refresh = useRefresh();
  const failed = (error: unknown) => toastFailure(error, 'Couldn’t save changes');
  const answer = useMutation({
    mutationFn: (act: Act) => call(acts[act], { params: { offerId } }),
    onSuccess: (_, act) => toast({ title: done[act] }),
    onError: failed,
    onSettled: refresh,
  });
  const decide = useMutation({
    mutationFn: (body: RequestOf<typeof decideOffer>['body']) =>
      call(decideOffer, { params: { offerId }, body }),
    onSuccess: (_, { approved }) => toast({ title: approved ? 'Swap approved' : 'Swap declined' }),
    onError: failed,
    onSettled: refresh,
  });
  return { answer, decide, isBusy: answer.isPending || decide.isPending };
}

/** An offered shift: what, from whom to whom, its state, and what the user may do. */
export function OfferItem({ offer }: { offer: Offer }) {
  const { answer, decide, isBusy } = useAnswer(offer);
  const [isDeclining, setDeclining] = useState(false);
  const { shift, wanted, from, to, takenBy, state, may, note } = offer;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 py-3">
      <div className="min-w-0 flex-1 basis-64 text-sm">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="text-base font-medium text-text tabular-nums">{shiftText(shift)}</span>
          <Badge tone={offerTones[state]}>{offerStateNames[state]}</Badge>
        </p>
        <p className="flex flex-wrap items-center gap-x-1.5 pt-0.5 text-text">
          {from.name}
          <ArrowRight aria-hidden="true" className="size-3.5 text-muted" />
          <span className="sr-only">to</span>
          {(takenBy ?? to)?.name ?? 'Anyone in the department'}
        </p>
        {wanted && (
          <p className="flex items-center gap-1.5 pt-0.5 text-text tabular-nums">
            <ArrowRightLeft aria-hidden="true" className="size-3.5 text-muted" />
            In exchange for {shiftText(wanted)}
          </p>
        )}
        {note && <p className="pt-0.5 text-text">“{note}”</p>}
        <p className="pt-0.5 text-muted">
          {placeText(shift)} · {lastText(offer)}
        </p>
      </div>
      <Actions>
        {may.take && (
          <Button
            variant="primary"
            pending={answer.isPending && answer.variables === 'take'}
            disabled={isBusy && answer.variables !== 'take'}
            onClick={() => answer.mutate('take')}
          >
            {wanted ? 'Accept swap' : 'Take shift'}
          </Button>
        )}
        {may.decline && (
          <Button disabled={isBusy} onClick={() => answer.mutate('decline')}>
            Decline
          </Button>
        )}
        {may.withdraw && (
          <Button disabled={isBusy} onClick={() => answer.mutate('withdraw')}>
            Withdraw
          </Button>
        )}
        {may.decide && (
          <>
            <Button
              variant="primary"
              pending={decide.isPending}
              onClick={() => decide.mutate({ approved: true })}
            >
              Approve
            </Button>
            <Button disabled={isBusy} onClick={() => setDeclining(true)}>
              Decline
            </Button>
          </>
        )}
      </Actions>
      {isDeclining && (
        <ReasonDialog
          title="Decline this swap?"
          verb="Decline"
          maxLength={300}
          pending={decide.isPending}
          onClose={() => setDeclining(false)}
          onSubmit={(reason) =>
            decide.mutate({ approved: false, reason }, { onSuccess: () => setDeclining(false) })
          }
        />
      )}
    </li>
  );
}

const Actions = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap gap-2">{children}</div>
);

function lastText({ endedBy, endedAt, reason, createdAt }: Offer): string {
  if (!endedAt) return `offered ${agoText(createdAt)}`;
  const by = endedBy ? `${endedBy.name}, ` : '';
  return [`${by}${agoText(endedAt)}`, reason].filter(Boolean).join(' · ');
}
