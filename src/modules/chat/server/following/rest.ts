import { setTimeout as sleep } from 'node:timers/promises';

/** A short backlog is processed quickly; a long one must not slow down concurrent writes. */
const restPerWork = (batches: number) => (batches < 10 ? 1 : 4);

/** Batches processed by each follower that is behind. Together they take no more capacity than one. */
const behind = new Map<object, number>();

/** Pauses after a batch, in proportion to its duration, unless the server stops; reset by `caughtUp`. */
export async function restAfter(
  follower: object,
  workedMs: number,
  stopping: AbortSignal,
): Promise<void> {
  const batches = (behind.get(follower) ?? 0) + 1;
  behind.set(follower, batches);
  const restMs = behind.size * restPerWork(batches) * workedMs;
  // Rejects when the server stops.
  await sleep(restMs, null, { ref: false, signal: stopping }).catch(() => {});
}

export const caughtUp = (follower: object) => behind.delete(follower);
