import { sql } from 'kysely';
import type { AnswerOf } from '../../../../platform/contract/endpoint.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { inStores } from '../../../../platform/server/records/stores.ts';
import { agingBuckets, agingDays } from '../../contract/aging.ts';
import { type CountGroup, countGroups } from '../../contract/status.ts';
import type * as calls from '../../contract.ts';
import type { Filters } from '../../contract.ts';
import { canSeeMoney, canWrite, storesOf } from '../policy.ts';
import { getToday } from '../record/rows.ts';
import type { VehicleDb } from '../tables.ts';
import { assertMayQuery, isPayoffDue, whereMatches } from './filter.ts';

/** Thresholds for `width_bucket`: the last day of each bucket except the open-ended one. */
const ends = agingBuckets.flatMap((bucket) => agingDays[bucket][1] ?? []);

/** Counts, and the stores and makes to filter by. */
export async function countVehicles(
  db: VehicleDb,
  actor: Actor,
  filters: Filters,
): Promise<AnswerOf<typeof calls.countVehicles>> {
  assertMayQuery(actor, filters);
  const today = await getToday(db);
  const seesMoney = canSeeMoney(actor);
  const [counts, groups, makes] = await Promise.all([
    countByAge(db, actor, filters, today),
    countByGroup(db, actor, filters, { today, seesMoney }),
    findMakes(db, actor),
  ]);
  const aging = agingBuckets.map((bucket, at) => ({ bucket, count: counts.byAge.get(at) ?? 0 }));
  const chosen = filters.aging && agingBuckets.indexOf(filters.aging);
  return {
    total: chosen === undefined ? counts.total : (counts.byAge.get(chosen) ?? 0),
    aging,
    ...groups,
    stores: storesOf(actor),
    makes,
    may: { add: canWrite(actor), seeMoney: seesMoney },
  };
}

/** Those that age, by bucket index; and all that match the filters without `aging`. */
async function countByAge(db: VehicleDb, actor: Actor, filters: Filters, today: string) {
  const { rows } = await sql<{ bucket: number | null; count: number }>`
    select case when v.counted_as = 'on_ground'
        then width_bucket((${today}::date - v.acquired_on)::integer,
          ${ends.map((end) => end + 1)}::integer[]) end as bucket,
      count(*) as count
    from stock_vehicles v where ${whereMatches(actor, { ...filters, aging: undefined }, today)}
    group by 1`.execute(db);
  return {
    total: rows.reduce((sum, { count }) => sum + count, 0),
    byAge: new Map(rows.map(({ bucket, count }) => [bucket, count])),
  };
}

/** What the stock counts as, each vehicle once; and what the lenders wait for, for those who see money. */
async function countByGroup(
  db: VehicleDb,
  actor: Actor,
  filters: Filters,
  { today, seesMoney }: { today: string; seesMoney: boolean },
) {
  const others = { ...filters, group: undefined, payoff: undefined };
  const [groups, due] = await Promise.all([
    sql<{ group: CountGroup; count: number }>`
      select v.counted_as as group, count(*) as count from stock_vehicles v
      where v.in_stock and ${whereMatches(actor, others, today)} group by 1`.execute(db),
    seesMoney &&
      sql<{ count: number }>`
        select count(*) as count from stock_vehicles v
        where ${isPayoffDue} and ${whereMatches(actor, { ...others, scope: 'all' }, today)}`.execute(
        db,
      ),
  ]);
  return {
    groups: countGroups.map((group) => ({
      group,
      count: groups.rows.find((row) => row.group === group)?.count ?? 0,
    })),
    ...(due && { payoffsDue: due.rows[0]?.count ?? 0 }),
  };
}

async function findMakes(db: VehicleDb, actor: Actor): Promise<string[]> {
  const rows = await db
    .selectFrom('stock_vehicles as v')
    .select('v.make')
    .distinct()
    .where(inStores('v.store', storesOf(actor)))
    .where('v.in_stock', '=', true)
    .orderBy('v.make')
    .limit(200)
    .execute();
  return rows.map(({ make }) => make);
}
