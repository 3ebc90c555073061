import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { type CacheKind, cacheKinds } from './kinds.ts';

/** Where cached values are stored. */
export interface Store {
  get(key: string): Promise<string | null | undefined>;
  set(key: string, value: string, seconds: number): Promise<void>;
  delete(key: string): Promise<void>;
  /** Of one kind; returns how many there were. */
  clear(kind: CacheKind): Promise<number>;
  measure(): Promise<Measure>;
}

export interface Measure {
  /** `redis`: shared by all instances, and its memory contains more than the cache. */
  engine: 'memory' | 'redis';
  keys: Record<CacheKind, number>;
  memoryBytes: number;
  /** Null if no limit is set. */
  maxBytes: number | null;
}

const prefixOf = (kind: CacheKind) => `forecourt:cache:${kind}:`;
export const keyOf = (kind: CacheKind, name: string) => prefixOf(kind) + name;

const maxBytes = 64 * 1024 * 1024;
/** Keys scanned per step, so that Redis can serve others in between. */
const scanned = 1_000;

export function memoryStore(): Store {
  const entries = new LRUCache<string, string>({
    maxSize: maxBytes,
    sizeCalculation: (value, key) => 2 * (value.length + key.length),
  });
  const keysOf = (kind: CacheKind) => {
    entries.purgeStale();
    return [...entries.keys()].filter((key) => key.startsWith(prefixOf(kind)));
  };
  return {
    get: async (key) => entries.get(key),
    set: async (key, value, seconds) => void entries.set(key, value, { ttl: seconds * 1000 }),
    delete: async (key) => void entries.delete(key),
    async clear(kind) {
      const keys = keysOf(kind);
      for (const key of keys) entries.delete(key);
      return keys.length;
    },
    measure: async () => ({
      engine: 'memory',
      keys: countEach((kind) => keysOf(kind).length),
      memoryBytes: entries.calculatedSize,
      maxBytes,
    }),
  };
}

export function redisStore(redis: Redis): Store {
  const keysOf = async (kind: CacheKind) => {
    const found: string[] = [];
    for await (const keys of redis.scanStream({ match: `${prefixOf(kind)}*`, count: scanned })) {
      found.push(...(keys as string[]));
    }
    return found;
  };
  return {
    get: (key) => redis.get(key),
    set: async (key, value, seconds) => void (await redis.set(key, value, 'EX', seconds)),
    delete: async (key) => void (await redis.del(key)),
    async clear(kind) {
      const keys = await keysOf(kind);
      if (keys.length > 0) await redis.unlink(...keys);
      return keys.length;
    },
    async measure() {
      const counts = new Map<CacheKind, number>();
      for (const kind of cacheKinds) counts.set(kind, (await keysOf(kind)).length);
      const memory = await redis.info('memory');
      // Bounded: a reply of Redis.
      const figure = (name: string) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(memory)?.[1]);
      return {
        engine: 'redis',
        keys: countEach((kind) => counts.get(kind) ?? 0),
        memoryBytes: figure('used_memory'),
        maxBytes: figure('maxmemory') || null,
      };
    },
  };
}

const countEach = (count: (kind: CacheKind) => number) =>
  Object.fromEntries(cacheKinds.map((kind) => [kind, count(kind)])) as Record<CacheKind, number>;
