import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';

export const cacheKinds = [
  'apiResponses',
  'userSessions',
  'userStatuses',
  'notifications',
] as const;
export type CacheKind = (typeof cacheKinds)[number];

/**
 * Remembers what is dear to compute. A key names everything the value depends on, the person included
 * where it is theirs alone; the cache is never the only copy of anything.
 */
export interface Cache {
  /** The remembered value, or what `load` answers; concurrent callers share one `load`. */
  remember<T>(kind: CacheKind, key: string, seconds: number, load: () => Promise<T>): Promise<T>;
  forget(kind: CacheKind, key: string): Promise<void>;
}

interface Store {
  get(key: string): Promise<string | null | undefined>;
  set(key: string, value: string, seconds: number): Promise<void>;
  delete(key: string): Promise<void>;
}

const maxBytes = 64 * 1024 * 1024;

/** Kept in Redis where there is one, so that instances share it; otherwise in this process. */
export function createCache(redis: Redis | undefined): Cache {
  const store = redis ? redisStore(redis) : memoryStore();
  const loading = new Map<string, Promise<unknown>>();

  async function load<T>(
    key: string,
    seconds: number,
    loader: () => Promise<T>,
    stands: () => boolean,
  ): Promise<T> {
    // An unreachable cache is a slow cache, not an error.
    const found = await store.get(key).catch(() => null);
    if (found) return JSON.parse(found) as T;
    const value = await loader();
    if (stands()) await store.set(key, JSON.stringify(value), seconds).catch(() => {});
    return value;
  }

  return {
    remember<T>(kind: CacheKind, name: string, seconds: number, loader: () => Promise<T>) {
      const key = `forecourt:cache:${kind}:${name}`;
      const running = loading.get(key);
      if (running !== undefined) return running as Promise<T>;
      // What was forgotten meanwhile must not come back with a load that began before.
      const stands = () => loading.get(key) === started;
      const started: Promise<T> = load(key, seconds, loader, stands).finally(() => {
        if (stands()) loading.delete(key);
      });
      loading.set(key, started);
      return started;
    },
    async forget(kind, name) {
      const key = `forecourt:cache:${kind}:${name}`;
      loading.delete(key);
      await store.delete(key).catch(() => {});
    },
  };
}

function memoryStore(): Store {
  const entries = new LRUCache<string, string>({
    maxSize: maxBytes,
    sizeCalculation: (value, key) => 2 * (value.length + key.length),
  });
  return {
    get: async (key) => entries.get(key),
    set: async (key, value, seconds) => void entries.set(key, value, { ttl: seconds * 1000 }),
    delete: async (key) => void entries.delete(key),
  };
}

function redisStore(redis: Redis): Store {
  return {
    get: (key) => redis.get(key),
    set: async (key, value, seconds) => void (await redis.set(key, value, 'EX', seconds)),
    delete: async (key) => void (await redis.del(key)),
  };
}
