import { sql } from 'kysely';
import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import { getTimezone } from '../../organization/server/public.ts';
import type { Stats } from '../contract.ts';
import { calculateStats } from './calculate.ts';
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
      timezone,
      now,
      models,
      remember: (read) => cache.remember('apiResponses', pastKey, pastSeconds, read),
    });
  });
}

const recentRows = 100;
/** Tables that change with every relevant action, and the expression that grows with each change. */
const changeTables = {
  deal_events: 'id',
  repair_order_events: 'id',
  lead_events: 'id',
  vehicle_events: 'id',
  // A visitor may be identified later, and a merge undone.
  customer_ups: 'id + version',
  customer_merges: 'id + (undone_at is not null)::integer',
};

/**
 * A cache key that changes with every action the figures depend on. Ids are assigned before commit, so the
 * highest id would miss a row committed late; the sum of the last ids does not.
 */
async function readFreshness(db: Db<AnyTables>): Promise<string> {
  const sums = Object.entries(changeTables).map(
    ([table, version]) => sql`coalesce((select sum(${sql.raw(version)}) from (
      select * from ${sql.table(table)} order by id desc limit ${sql.lit(recentRows)}) last), 0)::text`,
  );
  const { rows } = await sql<{ mark: string }>`/* prepared: read-freshness */
    select concat_ws('.', ${sql.join(sums)}) as mark`.execute(db);
  return rows[0]?.mark ?? '';
}
