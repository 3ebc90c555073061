import { sql } from 'kysely';
import type { AnswerOf } from '../../../../platform/contract/endpoint.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { agingBuckets, agingDays } from '../../contract/aging.ts';
import type * as calls from '../../contract.ts';
import type { Filters } from '../../contract.ts';
import { canSeeMoney, canWrite, storesOf } from '../policy.ts';
import { getToday, inStores } from '../record/rows.ts';
import type { VehicleDb } from '../tables.ts';
import { assertAskable, matching } from './filter.ts';

/** The last day of each bucket but the open one: places for `width_bucket`. */
const ends = agingBuckets.flatMap((bucket) => agingDays[bucket][1] ?? []);

/** How many there are, and by which stores and makes they may be filtered. */
export async function countVehicles(
  db: VehicleDb,
  actor: Actor,
  asked: Filters,
): Promise<AnswerOf<typeof calls.countVehicles>> {
  assertAskable(actor, asked);
  const today = await getToday(db);
  const [byAge, makes] = await Promise.all([
    countByAge(db, actor, asked, today),
    findMakes(db, actor),
  ]);
  const aging = agingBuckets.map((bucket, at) => ({ bucket, count: byAge.get(at) ?? 0 }));
  const chosen = asked.aging && agingBuckets.indexOf(asked.aging);
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

/** By the place of the bucket; what has left counts under -1. */
async function countByAge(db: VehicleDb, actor: Actor, asked: Filters, today: string) {
  const { rows } = await sql<{ bucket: number; count: number }>`
    select case when v.in_stock
        then width_bucket((${today}::date - v.acquired_on)::integer,
          ${ends.map((end) => end + 1)}::integer[])
        else -1 end as bucket,
      count(*) as count
    from vehicles v where ${matching(actor, { ...asked, aging: undefined }, today)}
    group by 1`.execute(db);
  return new Map(rows.map(({ bucket, count }) => [bucket, count]));
}

async function findMakes(db: VehicleDb, actor: Actor): Promise<string[]> {
  const rows = await db
    .selectFrom('vehicles as v')
    .select('v.make')
    .distinct()
    .where(inStores(storesOf(actor)))
    .where('v.in_stock', '=', true)
    .orderBy('v.make')
    .limit(200)
    .execute();
  return rows.map(({ make }) => make);
}
