import { sql } from 'kysely';
import type { AnswerOf } from '../../../../platform/contract/endpoint.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { inStores } from '../../../../platform/server/records/stores.ts';
import { agingBuckets, agingDays } from '../../contract/aging.ts';
import type * as calls from '../../contract.ts';
import type { Filters } from '../../contract.ts';
import { canSeeMoney, canWrite, storesOf } from '../policy.ts';
import { getToday } from '../record/rows.ts';
import type { VehicleDb } from '../tables.ts';
import { assertMayQuery, whereMatches } from './filter.ts';

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
  const [byAge, makes] = await Promise.all([
    countByAge(db, actor, filters, today),
    findMakes(db, actor),
  ]);
  const aging = agingBuckets.map((bucket, at) => ({ bucket, count: byAge.get(at) ?? 0 }));
  const chosen = filters.aging && agingBuckets.indexOf(filters.aging);
  const total =
    chosen === undefined
      ? [...byAge.values()].reduce((sum, count) => sum + count, 0)
      : (byAge.get(chosen) ?? 0);
  return {
    total,
    aging,
    stores: storesOf(actor),
    makes,
    may: { add: canWrite(actor), seeMoney: canSeeMoney(actor) },
  };
}

/** Keyed by bucket index; vehicles no longer in stock under -1. */
async function countByAge(db: VehicleDb, actor: Actor, filters: Filters, today: string) {
  const { rows } = await sql<{ bucket: number; count: number }>`
    select case when v.in_stock
        then width_bucket((${today}::date - v.acquired_on)::integer,
          ${ends.map((end) => end + 1)}::integer[])
        else -1 end as bucket,
      count(*) as count
    from vehicles v where ${whereMatches(actor, { ...filters, aging: undefined }, today)}
    group by 1`.execute(db);
  return new Map(rows.map(({ bucket, count }) => [bucket, count]));
}

async function findMakes(db: VehicleDb, actor: Actor): Promise<string[]> {
  const rows = await db
    .selectFrom('vehicles as v')
    .select('v.make')
    .distinct()
    .where(inStores('v.store', storesOf(actor)))
    .where('v.in_stock', '=', true)
    .orderBy('v.make')
    .limit(200)
    .execute();
  return rows.map(({ make }) => make);
}
