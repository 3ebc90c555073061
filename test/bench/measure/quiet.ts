import { setTimeout as sleep } from 'node:timers/promises';
import { machineBusyMs } from './processes.ts';

const sampleMs = 500;
/** Of one core. */
const quietShare = 0.15;
/** For the complete run, so that it ends even on a machine that is never quiet. */
let remainingMs = Number(process.env.PATIENCE_SECONDS ?? 60) * 1000;

/** Waits for other programs to become idle, up to a limit; their CPU time is reported anyway. */
export async function untilQuiet(): Promise<void> {
  while (remainingMs > 0) {
    const [busy, now] = [machineBusyMs(), performance.now()];
    await sleep(sampleMs);
    const passedMs = performance.now() - now;
    if (machineBusyMs() - busy < passedMs * quietShare) return;
    remainingMs -= passedMs;
  }
}
