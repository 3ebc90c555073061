import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { ready } from '../../../../platform/contract/socket.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { useSocketEvent } from '../../../../platform/web/realtime/RealtimeProvider.tsx';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { timezoneChanged } from '../../../organization/contract.ts';
import {
  type Clock,
  type ClockStatus,
  getClock,
  hoursChanged,
  statusAfter,
} from '../../contract.ts';
import { type Sent, sendWaiting } from '../waiting/send.ts';
import { useWaiting } from '../waiting/waiting.ts';
import { noteServerTime } from './serverTime.ts';

const clockKey = queryKeyFor(getClock);
const againMs = 30_000;

async function readClock(signal: AbortSignal): Promise<Clock> {
  const askedAt = Date.now();
  const clock = await call(getClock, undefined, { signal });
  noteServerTime(clock.serverTime, askedAt, Date.now());
  return clock;
}

export interface ShownClock extends Clock {
  /** Of what is shown something has not reached the server yet. */
  pending: boolean;
}

/** One's clock as it stands on the server, and over it what this browser still keeps. */
export function useClock(userId: number, { enabled = true } = {}) {
  const client = useQueryClient();
  const { data, isError, refetch } = useQuery({
    queryKey: [...clockKey],
    queryFn: ({ signal }) => readClock(signal),
    enabled,
    staleTime: 0,
    refetchInterval: againMs,
    // The line is not the browser's to judge: a server in the house answers without the internet.
    networkMode: 'always',
  });
  const waiting = useWaiting(userId);
  // Everything about hours lies under this key.
  const lookAgain = useCallback(
    () => void client.invalidateQueries({ queryKey: clockKey }),
    [client],
  );
  useSocketEvent(hoursChanged, lookAgain);
  useSocketEvent(timezoneChanged, lookAgain);
  useSocketEvent(ready, lookAgain);
  const { send, sending } = useSending(userId, waiting.length > 0, lookAgain);
  const last = waiting.findLast(({ refusal }) => refusal === undefined);
  const clock: ShownClock | undefined = data && {
    ...data,
    ...(last && { status: statusAfter[last.kind], since: last.at, forgotten: false }),
    pending: last !== undefined,
  };
  return { clock, isError: isError && !data, refetch, lookAgain, send, sending };
}

/** Sends what waits as soon as there is a line, and tells what became of it. */
function useSending(userId: number, waits: boolean, onSent: () => void) {
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
  useSocketEvent(ready, () => void (waits && send()));
  useEffect(() => {
    if (!waits) return;
    const timer = setInterval(() => void send(), againMs);
    const onOnline = () => void send();
    window.addEventListener('online', onOnline);
    if (navigator.onLine) onOnline();
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', onOnline);
    };
  }, [waits, send]);
  return { send, sending };
}

function toastSent({ recorded, requested }: Sent): void {
  if (requested > 0) {
    toast({
      title: 'Sent to your manager',
      description: 'What was made without a connection did not fit, and waits for a decision.',
    });
    return;
  }
  toast({
    title: recorded === 1 ? 'Punch sent' : `${recorded} punches sent`,
    description: 'Recorded with the time they were made.',
  });
}

export const statusNames: Record<ClockStatus, string> = {
  clocked_in: 'Clocked In',
  on_break: 'On Break',
  clocked_out: 'Clocked Out',
};
