import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import { sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { getClock, type PunchKind, statusAfter } from '../../contract.ts';
import { deviceName } from '../waiting/device.ts';
import { isUnreached, sendPunch } from '../waiting/send.ts';
import { keepPunch, listWaiting } from '../waiting/waiting.ts';
import { serverNow } from './serverTime.ts';

const done: Record<PunchKind, string> = {
  clock_in: 'Clocked In',
  clock_out: 'Clocked Out',
  break_start: 'Break Started',
  break_end: 'Break Ended',
};

/** Presses a button of the clock: recorded at once, or kept in the browser where there is no line. */
export function usePunch(userId: number, sendWaiting: () => Promise<void>) {
  const client = useQueryClient();
  const [pending, setPending] = useState<PunchKind | null>(null);

  function keep(kind: PunchKind, clientId: string, at: number): void {
    keepPunch(userId, { clientId, kind, at: new Date(at).toISOString(), device: deviceName() });
    toast({
      title: done[kind],
      description: 'Kept on this device. It is sent as soon as there is a connection.',
    });
  }

  /** Another device was faster: what was wanted is so, and nothing went wrong. */
  async function isDoneElsewhere(kind: PunchKind): Promise<boolean> {
    const clock = await call(getClock).catch(() => null);
    if (clock?.status !== statusAfter[kind]) return false;
    client.setQueryData(queryKeyFor(getClock), clock);
    toast({ title: done[kind], description: 'Recorded on another device.' });
    return true;
  }

  async function press(kind: PunchKind): Promise<void> {
    const [clientId, at] = [uuidv7(), serverNow()];
    // What was made before goes first, or the two would arrive in the wrong order.
    if (listWaiting(userId).length > 0) {
      keep(kind, clientId, at);
      return sendWaiting();
    }
    setPending(kind);
    try {
      const { clock } = await sendPunch({ clientId, kind, device: deviceName() });
      client.setQueryData(queryKeyFor(getClock), clock);
      toast({ title: done[kind], description: `${done[kind]} successfully recorded` });
    } catch (error) {
      if (isUnreached(error)) return keep(kind, clientId, at);
      if (await isDoneElsewhere(kind)) return;
      toast({
        title: 'Error',
        description: sentenceOf(error, 'The punch could not be recorded'),
        variant: 'destructive',
      });
    } finally {
      setPending(null);
      // The other parts of the page show hours too.
      void client.invalidateQueries({ queryKey: queryKeyFor(getClock) });
    }
  }

  return { press, pending };
}
