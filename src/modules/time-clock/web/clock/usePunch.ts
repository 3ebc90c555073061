import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import type { Store } from '../../../../platform/contract/access.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { toastError } from '../../../../platform/web/ui/toastFailure.ts';
import { getClock, namesStore, type PunchKind, statusAfter } from '../../contract.ts';
import { serverNow } from './serverTime.ts';
import {
  addPunch,
  isUnreached,
  listWaiting,
  sendPunch,
  type WaitingPunch,
} from './waitingPunches.ts';

type PunchToSend = Omit<WaitingPunch, 'at' | 'refusal'>;

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

  function saveForLater(punch: PunchToSend, at: number): void {
    const { kind } = punch;
    addPunch(userId, { ...punch, at: new Date(at).toISOString() });
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

  /** `store`: where the work takes place, of a clock-in or the end of a break. */
  async function press(kind: PunchKind, store?: Store): Promise<void> {
    const named = namesStore(kind) && store !== undefined ? { store } : {};
    const punch = { clientId: uuidv7(), kind, device: deviceName(), ...named };
    const at = serverNow();
    // Earlier unsent punches go first, to keep the order. Refused ones are never sent again.
    if (listWaiting(userId).some(({ refusal }) => refusal === undefined)) {
      saveForLater(punch, at);
      return sendWaiting();
    }
    setPending(kind);
    try {
      const { clock } = await sendPunch(punch);
      client.setQueryData(queryKeyFor(getClock), clock);
      toast({ title: doneLabels[kind], description: `${doneLabels[kind]} successfully recorded` });
    } catch (error) {
      if (isUnreached(error)) return saveForLater(punch, at);
      if (await isDoneElsewhere(kind)) return;
      toastError(error, 'Couldn’t record the punch. Try again.');
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
