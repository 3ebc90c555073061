import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { type Counting, type Counts, createCounting } from './counting.ts';
import type { CacheKind } from './kinds.ts';
import { keyOf, type Measure, memoryStore, redisStore, type Store } from './stores.ts';

/**
 * Caches expensive values. A key names everything the value depends on, including the user where it is personal;
 * the cache is never the only copy of anything.
 */
export interface Cache {
  /** The cached value, or the result of `load`; concurrent callers share one `load`. */
  remember<T>(kind: CacheKind, key: string, seconds: number, load: () => Promise<T>): Promise<T>;
  forget(kind: CacheKind, key: string): Promise<void>;
  /** Values that are cleared together, whatever their keys. */
  family(kind: CacheKind, name: string): Family;
  /** Clears a kind; returns how many entries were removed. */
  clear(kind: CacheKind): Promise<number>;
  /** Contents and statistics. Throws while a shared cache is unavailable. */
  describe(): Promise<Measure & Counts>;
  /** Resets the statistics. */
  resetCounts(): Promise<void>;
}

export interface Family {
  remember<T>(key: string, seconds: number, load: () => Promise<T>): Promise<T>;
  /** Clears all of them, on every instance; loads already in progress are not found by later callers. */
  forget(): Promise<void>;
}

const generationSeconds = 24 * 60 * 60;

/** In Redis if configured, so that instances share it; otherwise in this process. */
export function createCache(redis: Redis | undefined): Cache {
  const store = redis ? redisStore(redis) : memoryStore();
  const counting = createCounting(redis);
  const look = createLook(store, counting);
  const lookUncounted = createLook(store, { add() {} });
  const loading = new Map<string, Promise<unknown>>();

  function share<T>(key: string, seconds: number, loader: () => Promise<T>, by = look) {
    const running = loading.get(key);
    if (running !== undefined) return running as Promise<T>;
    // A load that started before a clear must not restore the value.
    const isCurrent = () => loading.get(key) === started;
    const started: Promise<T> = by(key, seconds, loader, isCurrent).finally(() => {
      if (isCurrent()) loading.delete(key);
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
      // Each generation has its own keys: a late store lands where no one looks any more.
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

/** Returns the stored value, or loads and stores it if the generation is still current. */
function createLook(store: Store, counting: Pick<Counting, 'add'>) {
  return async function look<T>(
    key: string,
    seconds: number,
    load: () => Promise<T>,
    isCurrent: () => boolean,
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
    if (isCurrent()) await store.set(key, JSON.stringify(remembered), seconds).catch(() => {});
    return value;
  };
}

/** With the time it took to compute: what a hit saves. */
interface Remembered<T> {
  value: T;
  tookMs: number;
}
