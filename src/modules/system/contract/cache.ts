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
  /** 0 to 1; null before anything was asked. */
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
  summary: 'What lies in the cache, and what it was good for',
  access,
  reply: cacheStatistics,
});

export const getCacheMetrics = endpoint({
  method: 'GET',
  path: '/api/admin/cache/metrics',
  summary: 'How often the cache was asked since its counts began',
  access,
  reply: z.object({
    hits: z.number(),
    misses: z.number(),
    invalidations: z.number(),
    hitRate: z.nullable(z.number()),
    /** What the hits would have taken to find out again. */
    savedMs: z.number(),
    since: time,
  }),
});

export const clearCache = endpoint({
  method: 'POST',
  path: '/api/admin/cache/clear',
  summary: 'Forget what is remembered, all of it or of one kind; nobody is signed out by it',
  access,
  body: { type: z._default(z.enum(clearable), 'all') },
  reply: message,
});

export const resetCacheMetrics = endpoint({
  method: 'POST',
  path: '/api/admin/cache/reset-metrics',
  summary: 'Begin the counts anew',
  access,
  reply: message,
});
