import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import { sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { getClock, type PunchKind, statusAfter } from '../../contract.ts';
import { serverNow } from './serverTime.ts';
import { addPunch, isUnreached, listWaiting, sendPunch } from './waitingPunches.ts';

const doneLabels: Record<PunchKind, string> = {
  clock_in: 'Clocked In',
  clock_out: 'Clocked Out',
  break_start: 'Break Started',
  break_end: 'Break Ended',
};

/** Punches the clock: recorded immediately, or stored in the browser while offline. */
export function usePunch(userId: number, sendWaiting: () => Promise<void>) {
  const client = useQueryClient();
  const [pending, setPending] = useState<PunchKind | null>(null);

  function saveForLater(kind: PunchKind, clientId: string, at: number): void {
    addPunch(userId, { clientId, kind, at: new Date(at).toISOString(), device: deviceName() });
    toast({
      title: doneLabels[kind],
      description: 'Saved on this device. It will be sent when you’re back online.',
    });
  }

  /** Another device already did it, so this is not an error. */
  async function isDoneElsewhere(kind: PunchKind): Promise<boolean> {
    const clock = await call(getClock).catch(() => null);
    if (clock?.status !== statusAfter[kind]) return false;
    client.setQueryData(queryKeyFor(getClock), clock);
    toast({ title: doneLabels[kind], description: 'Recorded on another device.' });
    return true;
  }

  async function press(kind: PunchKind): Promise<void> {
    const clientId = uuidv7();
    const at = serverNow();
    // Earlier unsent punches go first, to keep the order.
    if (listWaiting(userId).length > 0) {
      saveForLater(kind, clientId, at);
      return sendWaiting();
    }
    setPending(kind);
    try {
      const { clock } = await sendPunch({ clientId, kind, device: deviceName() });
      client.setQueryData(queryKeyFor(getClock), clock);
      toast({ title: doneLabels[kind], description: `${doneLabels[kind]} successfully recorded` });
    } catch (error) {
      if (isUnreached(error)) return saveForLater(kind, clientId, at);
      if (await isDoneElsewhere(kind)) return;
      toast({
        title: 'Error',
        description: sentenceOf(error, 'Couldn’t record the punch. Try again.'),
        variant: 'destructive',
      });
    } finally {
      setPending(null);
      // Other parts of the page show hours too.
      void client.invalidateQueries({ queryKey: queryKeyFor(getClock) });
    }
  }

  return { press, pending };
}

const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'Mac'],
  [/CrOS/, 'Chromebook'],
  [/Linux/, 'Linux'],
];

/** A readable name of the device. */
function deviceName(userAgent = navigator.userAgent): string {
  return systems.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'Browser';
}
