import { LockKeyhole, LockKeyholeOpen } from 'lucide-react';
import { type ComponentProps, Suspense, useEffect, useId, useState } from 'react';
import { lazyPart } from '../../../../platform/web/lazy/lazyPart.tsx';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import type { ChatExtension } from '../../../chat/web/public.ts';
import type { SlipPart } from '../../contract.ts';
import { Followed } from './Followed.tsx';
import { RevokeButton } from './RevokeButton.tsx';
import { timeLeft, useNow } from './times.ts';
import { useSlipState } from './useSlipState.ts';

const OpenedDialog = lazyPart(() => import('../opened/OpenedDialog.tsx'), { place: 'dialog' });

type PartProps = ComponentProps<NonNullable<ChatExtension['Part']>>;

/** A slip in its conversation; a part of an unknown shape (from a later version) renders nothing. */
export default function SlipCard({ part }: PartProps) {
  return isSlip(part) ? <Card slip={part} /> : null;
}

const isSlip = (part: unknown): part is SlipPart =>
  typeof part === 'object' && part !== null && 'slipId' in part && 'label' in part;

function Card({ slip }: { slip: SlipPart }) {
  const titleId = useId();
  const [opened, setOpened] = useState(false);
  const now = useNow(slip.expiresAt);
  const { state, refetch } = useSlipState(slip.slipId);
  const reasonClosed = closedReason(slip, now);
  // biome-ignore lint/correctness/useExhaustiveDependencies: refetched when it closes, not on every render
  useEffect(refetch, [reasonClosed]);
  const closed = reasonClosed ?? state?.closed ?? null;
  const Icon = reasonClosed ? LockKeyholeOpen : LockKeyhole;
  return (
    <section
      aria-labelledby={titleId}
      className="mt-1.5 flex w-full max-w-md gap-3 rounded-md border border-line bg-surface p-3"
    >
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-muted" />
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <div>
          <h3 id={titleId} className="text-base font-semibold wrap-anywhere text-text">
            {slip.label}
          </h3>
          <p className="text-xs text-pretty text-muted">{factsOf(slip, reasonClosed, now)}</p>
        </div>
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1.5 empty:hidden">
          {state && closed === null && (
            <Button size="sm" onClick={() => setOpened(true)}>
              {state.openedAt ? 'Open again' : 'Open slip'}
            </Button>
          )}
          {state && reasonClosed === null && closed !== null && (
            <span className="text-sm text-muted">{closed}</span>
          )}
          {state?.followed && <Followed followed={state.followed} now={now} />}
          {state?.canRevoke && reasonClosed === null && (
            <RevokeButton slip={slip} onRevoked={refetch} />
          )}
        </div>
      </div>
      <Suspense>
        {opened && (
          <OpenedDialog
            slip={slip}
            onClose={() => {
              setOpened(false);
              refetch();
            }}
          />
        )}
      </Suspense>
    </section>
  );
}

function closedReason({ revoked, expiresAt }: SlipPart, now: Date): string | null {
  if (revoked) return 'Revoked. The content was deleted.';
  return Date.parse(expiresAt) <= now.getTime() ? 'Expired. The content was deleted.' : null;
}

function factsOf(
  { audience, once, expiresAt }: SlipPart,
  reasonClosed: string | null,
  now: Date,
): string {
  if (reasonClosed) return reasonClosed;
  const recipients = audience === 'people' ? 'For selected people' : 'For everyone here';
  return [
    recipients,
    ...(once ? ['once per person'] : []),
    `expires ${timeLeft(expiresAt, now)}`,
  ].join(' · ');
}
