import { unavailable } from '../../../../platform/server/http/errors.ts';

/**
 * Whose turn it is to write in a channel, on this instance: what is written one after the other is also
 * told in that order, and those who wait hold no connection of the database meanwhile.
 */
export interface Turns {
  isTaken(key: string): boolean;
  /** Only what is not taken. */
  take(keys: Iterable<string>): void;
  free(keys: Iterable<string>): void;
  /** Does the work when it is its turn. */
  wait<T>(key: string, work: () => Promise<T>): Promise<T>;
  /** Runs whenever somebody who waited is done. */
  onFree(hook: () => void): void;
}

/** What a hung database may pile up before people are told to come back. */
const maxWaiting = 5_000;

export function createTurns(): Turns {
  const taken = new Set<string>();
  const queues = new Map<string, (() => void)[]>();
  let waiting = 0;
  let freed = () => {};

  function next(key: string): void {
    if (taken.has(key)) return;
    const queue = queues.get(key);
    const start = queue?.shift();
    if (queue?.length === 0) queues.delete(key);
    if (!start) return;
    taken.add(key);
    waiting -= 1;
    start();
  }

  async function run<T>(key: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } finally {
      taken.delete(key);
      // Groups go first now: otherwise a stream of single changes would keep them out for good.
      freed();
      setImmediate(() => setImmediate(next, key));
    }
  }

  return {
    isTaken: (key) => taken.has(key),
    take(keys) {
      for (const key of keys) taken.add(key);
    },
    free(keys) {
      for (const key of keys) {
        taken.delete(key);
        next(key);
      }
    },
    wait(key, work) {
      if (waiting >= maxWaiting) return Promise.reject(unavailable());
      return new Promise((resolve, reject) => {
        const queue = queues.get(key) ?? [];
        queues.set(key, queue);
        queue.push(() => run(key, work).then(resolve, reject));
        waiting += 1;
        next(key);
      });
    },
    onFree(hook) {
      freed = hook;
    },
  };
}
