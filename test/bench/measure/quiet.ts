import { setTimeout as sleep } from 'node:timers/promises';
import { machineBusyMs } from './processes.ts';

const lookMs = 500;
/** Of one core. */
const quietShare = 0.15;
/** For the whole run: on a machine that is never quiet it must end all the same. */
let patienceMs = Number(process.env.PATIENCE_SECONDS ?? 60) * 1000;

/** Waits a while for other programs to leave the machine alone; what they still take is reported. */
export async function untilQuiet(): Promise<void> {
  while (patienceMs > 0) {
    const [busy, now] = [machineBusyMs(), performance.now()];
    await sleep(lookMs);
    const passedMs = performance.now() - now;
    if (machineBusyMs() - busy < passedMs * quietShare) return;
    patienceMs -= passedMs;
  }
}
