import { unavailable } from '../../../../platform/server/errors.ts';

/**
 * Serializes writes per channel on this instance: publishing follows the write order, and waiting
 * writers hold no database connection.
 */
export interface Turns {
  isTaken(key: string): boolean;
  /** Only keys that are not taken. */
  take(keys: Iterable<string>): void;
  free(keys: Iterable<string>): void;
  /** Runs the work when the key is free. */
  wait<T>(key: string, work: () => Promise<T>): Promise<T>;
  /** Runs whenever waiting work is done. */
  onFree(hook: () => void): void;
}

/** The queue limit when the database hangs; beyond it, calls are rejected. */
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
      // Groups go first: otherwise a stream of single changes would starve them.
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
