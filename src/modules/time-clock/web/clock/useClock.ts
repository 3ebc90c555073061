import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { ready } from '../../../../platform/contract/socket.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { useSocketEvent } from '../../../../platform/web/realtime/RealtimeProvider.tsx';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { timezoneChanged } from '../../../organization/contract.ts';
import { type Clock, getClock, hoursChanged, statusAfter } from '../../contract.ts';
import { noteServerTime } from './serverTime.ts';
import { type Sent, sendWaiting, useWaiting } from './waitingPunches.ts';

const clockKey = queryKeyFor(getClock);
const refreshIntervalMs = 30_000;

async function readClock(signal: AbortSignal): Promise<Clock> {
  const requestedAt = Date.now();
  const clock = await call(getClock, undefined, { signal });
  noteServerTime(clock.serverTime, requestedAt, Date.now());
  return clock;
}

export interface ShownClock extends Clock {
  /** Includes punches that have not reached the server yet. */
  pending: boolean;
}

/** The user's clock from the server, with unsent punches of this browser applied. */
export function useClock(userId: number, { enabled = true } = {}) {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: [...clockKey],
    queryFn: ({ signal }) => readClock(signal),
    enabled,
    staleTime: 0,
    refetchInterval: refreshIntervalMs,
    // The browser's online state is ignored: a server on the local network works without internet.
    networkMode: 'always',
  });
  const waiting = useWaiting(userId);
  // All hours queries share this key prefix.
  const refresh = useCallback(
    () => void client.invalidateQueries({ queryKey: clockKey }),
    [client],
  );
  useSocketEvent(hoursChanged, refresh);
  useSocketEvent(timezoneChanged, refresh);
  useSocketEvent(ready, refresh);
  const last = waiting.findLast(({ refusal }) => refusal === undefined);
  const { send, sending } = useSending(userId, last !== undefined, refresh);
  const clock: ShownClock | undefined = data && {
    ...data,
    ...(last && { status: statusAfter[last.kind], since: last.at, forgotten: false }),
    pending: last !== undefined,
  };
  return { clock, error: data ? null : error, refetch, send, sending };
}

/** Sends unsent punches when online, and reports the outcome. */
function useSending(userId: number, hasUnsent: boolean, onSent: () => void) {
  const [sending, setSending] = useState(false);
  const send = useCallback(async () => {
    setSending(true);
    try {
      const sent = await sendWaiting(userId);
      if (sent.recorded + sent.requested === 0) return;
      toastSent(sent);
      onSent();
    } finally {
      setSending(false);
    }
  }, [userId, onSent]);
  useSocketEvent(ready, () => void (hasUnsent && send()));
  useEffect(() => {
    if (!hasUnsent) return;
    const timer = setInterval(() => void send(), refreshIntervalMs);
    const onOnline = () => void send();
    window.addEventListener('online', onOnline);
    if (navigator.onLine) onOnline();
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', onOnline);
    };
  }, [hasUnsent, send]);
  return { send, sending };
}

function toastSent({ recorded, requested }: Sent): void {
  if (requested > 0) {
    toast({
      title: 'Sent to your manager',
      description: 'An offline punch needs their approval.',
    });
    return;
  }
  toast({
    title: recorded === 1 ? 'Punch sent' : `${recorded} punches sent`,
    description: 'Recorded at the time you punched.',
  });
}
