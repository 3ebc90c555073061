import type { Redis } from 'ioredis';

const counters = ['hits', 'misses', 'invalidations', 'savedMs'] as const;
type Counter = (typeof counters)[number];

export interface Counts extends Record<Counter, number> {
  /** Start of the statistics. */
  since: string;
}

export interface Counting {
  add(counter: Counter, amount?: number): void;
  read(): Promise<Counts>;
  reset(): Promise<void>;
}

const none = (): Record<Counter, number> => ({ hits: 0, misses: 0, invalidations: 0, savedMs: 0 });

/** Statistics of all instances with Redis, of this one otherwise. */
export function createCounting(redis: Redis | undefined): Counting {
  return redis ? sharedCounting(redis) : ownCounting();
}

function ownCounting(): Counting {
  let counts = none();
  let since = new Date();
  return {
    add(counter, amount = 1) {
      counts[counter] += amount;
    },
    read: async () => ({ ...counts, since: since.toISOString() }),
    async reset() {
      counts = none();
      since = new Date();
    },
  };
}

const key = 'forecourt:cache-counts';
const submitMs = 1_000;

/** Counted locally and submitted once a second: a hit must not cost a call of its own. */
function sharedCounting(redis: Redis): Counting {
  let fresh = none();

  async function submit(): Promise<void> {
    const batch = fresh;
    if (counters.every((counter) => batch[counter] === 0)) return;
    fresh = none();
    const calls = redis.multi().hsetnx(key, 'since', new Date().toISOString());
    for (const counter of counters) calls.hincrby(key, counter, Math.round(batch[counter]));
    await calls.exec();
  }
  // Without Redis nothing is cached either, so nothing is lost.
  const timer = setInterval(() => void submit().catch(() => {}), submitMs).unref();
  redis.once('end', () => clearInterval(timer));

  return {
    add(counter, amount = 1) {
      fresh[counter] += amount;
    },
    async read() {
      await submit();
      const stored = await redis.hgetall(key);
      const read = counters.map((counter) => [counter, Number(stored[counter] ?? 0)] as const);
      const counts = Object.fromEntries(read) as Record<Counter, number>;
      return { ...counts, since: stored.since ?? new Date().toISOString() };
    },
    async reset() {
      fresh = none();
      await redis.multi().del(key).hset(key, 'since', new Date().toISOString()).exec();
    },
  };
}
