import { setTimeout as sleep } from 'node:timers/promises';

// Long because the machine may be busy; only a real failure takes that long.
const timeoutMs = 60_000;

/** Waits for an effect of background work; `failure` is the error message if it never happens. */
export async function eventually(
  check: () => Promise<boolean> | boolean,
  failure = 'Not fulfilled in time',
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await check())) {
    if (performance.now() > deadline) throw new Error(failure);
    await sleep(20);
  }
}
