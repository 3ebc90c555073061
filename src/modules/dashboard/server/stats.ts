import type { Actor } from '../../../platform/server/http/actor.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import { getTimezone } from '../../organization/server/public.ts';
import type { Stats } from '../contract.ts';
import { calculateStats } from './calculate.ts';
import { readFreshness } from './figures/freshness.ts';
import { periodOf } from './figures/period.ts';
import { readKnownModels } from './figures/sales.ts';
import { scopeOf } from './policy.ts';

/** Not longer: a promised time passes without anybody doing anything. */
const statsSeconds = 30;
/** What ended more than a month ago is changed by hardly anybody, and compared with by nothing. */
const pastSeconds = 300;
const modelsSeconds = 3600;

/** The figures of the actor’s stores; reckoned once for all who see the same, until something happens. */
export async function getStats(
  { db, cache }: Pick<Platform, 'db' | 'cache'>,
  actor: Actor,
): Promise<Stats> {
  const sight = scopeOf(actor);
  const [mark, timezone] = await Promise.all([readFreshness(db), getTimezone(db)]);
  const now = Date.now();
  const { today } = periodOf(timezone, now);
  const key = `dashboard:${JSON.stringify(sight)}:${timezone}:${today}:${mark}`;
  return cache.remember('apiResponses', key, statsSeconds, async () => {
    const models = await cache.remember('apiResponses', 'dashboard:models', modelsSeconds, () =>
      readKnownModels(db),
    );
    const pastKey = `dashboard:past:${sight.stores}:${timezone}:${today.slice(0, 7)}`;
    return calculateStats(db, sight, {
      ...{ timezone, now, models },
      remember: (read) => cache.remember('apiResponses', pastKey, pastSeconds, read),
    });
  });
}
