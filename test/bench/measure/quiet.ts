import { setTimeout as sleep } from 'node:timers/promises';
import { machineBusyMs } from './processes.ts';

const lookMs = 500;
/** Of one core. */
const quietShare = 0.15;
const patienceMs = Number(process.env.PATIENCE_SECONDS ?? 10) * 1000;

/** Waits a while for other programs to leave the machine alone; what they still take is reported. */
export async function untilQuiet(): Promise<void> {
  const late = performance.now() + patienceMs;
  while (performance.now() < late) {
    const [busy, now] = [machineBusyMs(), performance.now()];
    await sleep(lookMs);
    if (machineBusyMs() - busy < (performance.now() - now) * quietShare) return;
  }
}
