import { unavailable } from '../../../platform/server/errors.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import { countPeopleSignedIn } from '../../access/server/public.ts';
import { recordActivity } from '../../activity/server/public.ts';
import { createAccountCounts } from '../../people/server/public.ts';
import * as contract from '../contract/cache.ts';

export function addCacheRoutes(platform: Platform): void {
  const { routes, cache, db } = platform;
  const countAccounts = createAccountCounts(platform);
  // Losing the cache is harmless, but an administrator who asks should see that it is unreachable.
  const describe = () =>
    cache.describe().catch(() => {
      throw unavailable();
    });

  routes.add(contract.getCacheStatistics, async () => {
    const [state, { admins, bots, standard }, activeUsers] = await Promise.all([
      describe(),
      countAccounts(),
      countPeopleSignedIn(db),
    ]);
    return {
      hitRate: percentOf(rateOf(state)),
      memoryUsage: megabytesOf(state.memoryBytes),
      totalKeys: Object.values(state.keys).reduce((sum, count) => sum + count, 0),
      keyBreakdown: state.keys,
      totalCacheHits: state.hits,
      totalCacheMisses: state.misses,
      totalInvalidations: state.invalidations,
      activeUsers,
      totalUsers: admins + bots + standard,
      timestamp: new Date().toISOString(),
      engine: state.engine,
      maxMemoryBytes: state.maxBytes,
    };
  });
  routes.add(contract.getCacheMetrics, async () => {
    const state = await describe();
    const { hits, misses, invalidations, savedMs, since } = state;
    return { hits, misses, invalidations, hitRate: rateOf(state), savedMs, since };
  });
  addActs(platform);
}

function addActs({ routes, cache, db }: Platform): void {
  routes.add(contract.clearCache, async ({ actor, body: { type }, ip }) => {
    const kinds = contract.clearable.filter((kind) => kind !== 'all');
    let cleared = 0;
    for (const kind of kinds) {
      if (type === 'all' || type === kind) cleared += await cache.clear(kind);
    }
    const subject = { type: 'cache', id: type, name: 'Cache' };
    await recordActivity(db, { actor, action: 'cache.cleared', subject, after: { cleared }, ip });
    return { message: `Cleared ${cleared} ${cleared === 1 ? 'entry' : 'entries'}.` };
  });
  routes.add(contract.resetCacheMetrics, async () => {
    await cache.resetCounts();
    return { message: 'Statistics reset.' };
  });
}

function rateOf({ hits, misses }: { hits: number; misses: number }): number | null {
  return hits + misses === 0 ? null : hits / (hits + misses);
}

/** Without a decimal where there is nothing after it: `0%`, `50%`, `94.2%`. */
function percentOf(rate: number | null): string {
  return `${Number(((rate ?? 0) * 100).toFixed(1))}%`;
}

function megabytesOf(bytes: number): string {
  return `${Number((bytes / 1024 / 1024).toFixed(1))}MB`;
}
