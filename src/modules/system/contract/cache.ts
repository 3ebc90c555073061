import * as z from 'zod/mini';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import { message, time } from '../../../platform/contract/fields.ts';

const access = { admin: 'system_management' } as const;

export const clearable = [
  'all',
  'apiResponses',
  'userSessions',
  'userStatuses',
  'notifications',
] as const;

const count = z.number();

export const cacheStatistics = z.object({
  /** A percentage with one decimal, `94.2%`; `0%` before the first lookup. */
  hitRate: z.string(),
  /** In megabytes with one decimal, `1.5MB`; `0MB` for an empty cache. */
  memoryUsage: z.string(),
  totalKeys: count,
  keyBreakdown: z.object({
    apiResponses: count,
    userSessions: count,
    userStatuses: count,
    notifications: count,
  }),
  totalCacheHits: count,
  totalCacheMisses: count,
  totalInvalidations: count,
  activeUsers: count,
  totalUsers: count,
  timestamp: time,
  engine: z.enum(['memory', 'redis']),
  /** The memory limit in bytes; null if the engine has none. */
  maxMemoryBytes: z.nullable(z.number()),
});
export type CacheStatistics = z.output<typeof cacheStatistics>;

export const getCacheStatistics = endpoint({
  method: 'GET',
  path: '/api/admin/cache/stats',
  summary: 'Cache contents and efficiency',
  access,
  reply: cacheStatistics,
});

export const getCacheMetrics = endpoint({
  method: 'GET',
  path: '/api/admin/cache/metrics',
  summary: 'Cache statistics since the last reset',
  access,
  reply: z.object({
    hits: z.number(),
    misses: z.number(),
    invalidations: z.number(),
    hitRate: z.nullable(z.number()),
    /** Estimated time the hits would have taken without the cache. */
    savedMs: z.number(),
    since: time,
  }),
});

export const clearCache = endpoint({
  method: 'POST',
  path: '/api/admin/cache/clear',
  summary: 'Clear the cache, all of it or one type; no one is signed out',
  access,
  body: { type: z._default(z.enum(clearable), 'all') },
  reply: message,
});

export const resetCacheMetrics = endpoint({
  method: 'POST',
  path: '/api/admin/cache/reset-metrics',
  summary: 'Reset the cache statistics',
  access,
  reply: message,
});
