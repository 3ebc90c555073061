import type { Actor } from '../../../platform/server/http/actor.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import { getTimezone } from '../../organization/server/public.ts';
import type { Stats } from '../contract.ts';
import { calculateStats } from './calculate.ts';
import { readFreshness } from './figures/freshness.ts';
import { periodOf } from './figures/period.ts';
import { readKnownModels } from './figures/sales.ts';
import { scopeOf } from './policy.ts';

/** Short, because a promised time passes without any action. */
const statsSeconds = 30;
/** Older months rarely change and are not part of any comparison. */
const pastSeconds = 300;
const modelsSeconds = 3600;

/** The figures of the actor’s stores, cached per scope until something changes. */
export async function getStats(
  { db, cache }: Pick<Platform, 'db' | 'cache'>,
  actor: Actor,
): Promise<Stats> {
  const scope = scopeOf(actor);
  const [mark, timezone] = await Promise.all([readFreshness(db), getTimezone(db)]);
  const now = Date.now();
  const { today } = periodOf(timezone, now);
  const key = `dashboard:${JSON.stringify(scope)}:${timezone}:${today}:${mark}`;
  return cache.remember('apiResponses', key, statsSeconds, async () => {
    const models = await cache.remember('apiResponses', 'dashboard:models', modelsSeconds, () =>
      readKnownModels(db),
    );
    const pastKey = `dashboard:past:${scope.stores}:${timezone}:${today.slice(0, 7)}`;
    return calculateStats(db, scope, {
      ...{ timezone, now, models },
      remember: (read) => cache.remember('apiResponses', pastKey, pastSeconds, read),
    });
  });
}
