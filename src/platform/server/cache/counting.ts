import type { Redis } from 'ioredis';

const counters = ['hits', 'misses', 'invalidations', 'savedMs'] as const;
type Counter = (typeof counters)[number];

export interface Counts extends Record<Counter, number> {
  /** Since when they are counted. */
  since: string;
}

export interface Counting {
  add(counter: Counter, amount?: number): void;
  read(): Promise<Counts>;
  reset(): Promise<void>;
}

const none = (): Record<Counter, number> => ({ hits: 0, misses: 0, invalidations: 0, savedMs: 0 });

/** Counts of all instances where there is Redis, of this one otherwise. */
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
const handInMs = 1_000;

/** Counted here and handed in once a second: a hit must not cost a call of its own. */
function sharedCounting(redis: Redis): Counting {
  let fresh = none();

  async function handIn(): Promise<void> {
    const given = fresh;
    if (counters.every((counter) => given[counter] === 0)) return;
    fresh = none();
    const calls = redis.multi().hsetnx(key, 'since', new Date().toISOString());
    for (const counter of counters) calls.hincrby(key, counter, Math.round(given[counter]));
    await calls.exec();
  }
  // While Redis is away nothing is remembered either, so what is not counted is nothing.
  setInterval(() => void handIn().catch(() => {}), handInMs).unref();

  return {
    add(counter, amount = 1) {
      fresh[counter] += amount;
    },
    async read() {
      await handIn();
      const held = await redis.hgetall(key);
      const read = counters.map((counter) => [counter, Number(held[counter] ?? 0)] as const);
      const counts = Object.fromEntries(read) as Record<Counter, number>;
      return { ...counts, since: held.since ?? new Date().toISOString() };
    },
    async reset() {
      fresh = none();
      await redis.multi().del(key).hset(key, 'since', new Date().toISOString()).exec();
    },
  };
}
