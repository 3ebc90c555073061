import { useQuery, useQueryClient } from '@tanstack/react-query';
import { LockKeyhole, LockKeyholeOpen } from 'lucide-react';
import { type ComponentProps, Suspense, useEffect, useId, useState } from 'react';
import { ready } from '../../../../platform/contract/socket.ts';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { gap } from '../../../../platform/web/realtime/connection.ts';
import {
  useConnection,
  useSocketEvent,
} from '../../../../platform/web/realtime/RealtimeProvider.tsx';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { lazyPart } from '../../../../platform/web/ui/lazy/lazyPart.tsx';
import type { ChatExtension } from '../../../chat/web/public.ts';
import { getSlipState, type SlipPart, slipChanged, watchSlip } from '../../contract.ts';
import { Followed } from './Followed.tsx';
import { RevokeButton } from './RevokeButton.tsx';

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
  const now = useNowUntil(slip.expiresAt);
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

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** `in 45 minutes`, `in 23 hours`, `in 6 days`: rounded up by at most a minute. */
function timeLeft(expiresAt: string, now: Date): string {
  // So that a full day still reads as a day just after it began.
  const left = Date.parse(expiresAt) - now.getTime() + minuteMs;
  if (left < 2 * minuteMs) return 'in less than a minute';
  const [count, unit] =
    left < 2 * hourMs
      ? [Math.floor(left / minuteMs), 'minute']
      : left < 2 * dayMs
        ? [Math.floor(left / hourMs), 'hour']
        : [Math.floor(left / dayMs), 'day'];
  return `in ${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** The current time, updated every minute and at the moment itself. */
function useNowUntil(moment: string): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const left = Date.parse(moment) - now.getTime();
    if (left <= 0) return;
    const timer = setTimeout(() => setNow(new Date()), Math.min(left + 50, minuteMs));
    return () => clearTimeout(timer);
  }, [moment, now]);
  return now;
}

/** The reader's state of a slip; live for those who may see its openings. */
function useSlipState(slipId: string) {
  const client = useQueryClient();
  const connection = useConnection();
  const query = queryOptionsFor(getSlipState, { params: { slipId } });
  const { data } = useQuery(query);
  const isFollowed = data?.followed != null;
  const refetch = () => void client.invalidateQueries({ queryKey: query.queryKey });
  const watch = (watching: boolean) => {
    if (isFollowed && connection?.state() === 'connected') {
      connection.send(watchSlip, { slipId, watching });
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each connection
  useEffect(() => {
    watch(true);
    return () => watch(false);
  }, [connection, slipId, isFollowed]);
  // A new socket is not subscribed yet, and an event may have been missed.
  useSocketEvent(ready, () => {
    watch(true);
    refetch();
  });
  useSocketEvent(gap, refetch);
  useSocketEvent(slipChanged, (changed) => changed.slipId === slipId && refetch());
  return { state: data, refetch };
}
