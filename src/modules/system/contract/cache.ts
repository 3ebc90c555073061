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

export const cacheStatistics = z.object({
  engine: z.enum(['memory', 'redis']),
  /** Hit rate from 0 to 1; null before the first lookup. */
  hitRate: z.nullable(z.number()),
  memoryBytes: z.number(),
  maxMemoryBytes: z.nullable(z.number()),
  keys: z.object({
    total: z.number(),
    apiResponses: z.number(),
    userSessions: z.number(),
    userStatuses: z.number(),
    notifications: z.number(),
  }),
  hits: z.number(),
  misses: z.number(),
  invalidations: z.number(),
  activeUsers: z.number(),
  totalUsers: z.number(),
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
