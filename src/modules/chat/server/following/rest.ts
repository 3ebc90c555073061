import { setTimeout as sleep } from 'node:timers/promises';

/** A short backlog is worked off soon; a long one must not slow down those who write meanwhile. */
const restPerWork = (batches: number) => (batches < 10 ? 1 : 4);

/** How many batches each follower that is behind has worked on. Together they take no more than one would. */
const behind = new Map<object, number>();

/** Rests after a batch that took so long and was not the last one; ended by `caughtUp`. */
export async function restAfter(follower: object, workedMs: number): Promise<void> {
  const batches = (behind.get(follower) ?? 0) + 1;
  behind.set(follower, batches);
  await sleep(behind.size * restPerWork(batches) * workedMs, null, { ref: false });
}

export const caughtUp = (follower: object) => behind.delete(follower);
