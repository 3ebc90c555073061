import { setTimeout as sleep } from 'node:timers/promises';

// Long, as others may be using the machine: only what never happens takes so long.
const patienceMs = 60_000;

/** Waits for something that happens behind the front door; `what` says what did not. */
export async function eventually(
  check: () => Promise<boolean> | boolean,
  what = 'It did not happen',
): Promise<void> {
  const late = performance.now() + patienceMs;
  while (!(await check())) {
    if (performance.now() > late) throw new Error(what);
    await sleep(20);
  }
}
