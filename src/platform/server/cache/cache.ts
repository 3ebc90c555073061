import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { type Counting, type Counts, createCounting } from './counting.ts';
import type { CacheKind } from './kinds.ts';
import { keyOf, type Measure, memoryStore, redisStore, type Store } from './stores.ts';

/**
 * Remembers what is dear to compute. A key names everything the value depends on, the person included
 * where it is theirs alone; the cache is never the only copy of anything.
 */
export interface Cache {
  /** The remembered value, or what `load` answers; concurrent callers share one `load`. */
  remember<T>(kind: CacheKind, key: string, seconds: number, load: () => Promise<T>): Promise<T>;
  forget(kind: CacheKind, key: string): Promise<void>;
  /** Values that are forgotten together, whatever their keys are. */
  family(kind: CacheKind, name: string): Family;
  /** Forgets all of a kind; answers how many that were. */
  clear(kind: CacheKind): Promise<number>;
  /** What lies in it and what it was good for. Throws while a shared cache is away. */
  describe(): Promise<Measure & Counts>;
  /** Counts from nothing again. */
  resetCounts(): Promise<void>;
}

export interface Family {
  remember<T>(key: string, seconds: number, load: () => Promise<T>): Promise<T>;
  /** All of them, on every instance: a load that began before is not found by who asks after. */
  forget(): Promise<void>;
}

const generationSeconds = 24 * 60 * 60;

/** Kept in Redis where there is one, so that instances share it; otherwise in this process. */
export function createCache(redis: Redis | undefined): Cache {
  const store = redis ? redisStore(redis) : memoryStore();
  const counting = createCounting(redis);
  const look = createLook(store, counting);
  const lookUncounted = createLook(store, { add() {} });
  const loading = new Map<string, Promise<unknown>>();

  function share<T>(key: string, seconds: number, loader: () => Promise<T>, by = look) {
    const running = loading.get(key);
    if (running !== undefined) return running as Promise<T>;
    // What was forgotten meanwhile must not come back with a load that began before.
    const stands = () => loading.get(key) === started;
    const started: Promise<T> = by(key, seconds, loader, stands).finally(() => {
      if (stands()) loading.delete(key);
    });
    loading.set(key, started);
    return started;
  }

  async function forget(kind: CacheKind, name: string): Promise<void> {
    const key = keyOf(kind, name);
    loading.delete(key);
    counting.add('invalidations');
    await store.delete(key).catch(() => {});
  }

  return {
    remember: (kind, name, seconds, loader) => share(keyOf(kind, name), seconds, loader),
    forget,
    family(kind, name) {
      // A generation has keys of its own: what is stored late is stored where nobody looks any more.
      const key = keyOf(kind, `${name}:generation`);
      const generation = () =>
        share(key, generationSeconds, async () => randomUUID(), lookUncounted);
      return {
        remember: async (own, seconds, loader) =>
          share(keyOf(kind, `${name}:${await generation()}:${own}`), seconds, loader),
        forget: () => forget(kind, `${name}:generation`),
      };
    },
    async clear(kind) {
      const begins = keyOf(kind, '');
      for (const key of loading.keys()) if (key.startsWith(begins)) loading.delete(key);
      const cleared = await store.clear(kind);
      counting.add('invalidations', cleared);
      return cleared;
    },
    async describe() {
      const [measure, counts] = await Promise.all([store.measure(), counting.read()]);
      return { ...measure, ...counts };
    },
    resetCounts: () => counting.reset(),
  };
}

/** Answers what the store holds, or loads it and puts it there if that still stands. */
function createLook(store: Store, counting: Pick<Counting, 'add'>) {
  return async function look<T>(
    key: string,
    seconds: number,
    load: () => Promise<T>,
    stands: () => boolean,
  ): Promise<T> {
    // An unreachable cache is a slow cache, not an error.
    const found = await store.get(key).catch(() => null);
    if (found) {
      const { value, tookMs } = JSON.parse(found) as Remembered<T>;
      counting.add('hits');
      counting.add('savedMs', tookMs);
      return value;
    }
    counting.add('misses');
    const started = performance.now();
    const value = await load();
    const remembered: Remembered<T> = { value, tookMs: performance.now() - started };
    if (stands()) await store.set(key, JSON.stringify(remembered), seconds).catch(() => {});
    return value;
  };
}

/** With how long it took to find out: what a hit saves. */
interface Remembered<T> {
  value: T;
  tookMs: number;
}
