import { sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import type { KnownModel, ModelRow } from './models.ts';
import { type Period, sameDays, thisMonth } from './period.ts';

export interface SalesRow {
  store: Store;
  part: number;
  units: number;
  priceCents: number;
  frontCents: number;
  backCents: number;
}

/**
 * Units retailed: retail and lease deals by the day they were delivered; wholesale, fleet and dealer trades
 * do not count, and a deal undone has no such day. Sales: what they were sold for. Front gross: price less
 * cost, reconditioning, pack and over-allowance; back gross: reserve and products less their cost.
 */
export async function readSales(
  db: Db<AnyTables>,
  stores: readonly Store[],
  { parts, end }: Period,
): Promise<SalesRow[]> {
  const { rows } = await sql<SalesRow>`
    select store, width_bucket(delivered_on, ${parts}::date[]) as part, count(*) as units,
      sum(price_cents) as "priceCents", sum(front_cents) as "frontCents", sum(back_cents) as "backCents"
    from deals
    where store = any(${stores}::text[]) and is_retail
      and delivered_on >= ${parts[0]}::date and delivered_on < ${end}::date
    group by 1, 2`.execute(db);
  return rows;
}

/** The day the first car of a store was delivered, as far as deals are known; null: none yet. */
export async function readFirstSales(
  db: Db<AnyTables>,
  stores: readonly Store[],
): Promise<{ store: Store; since: string | null }[]> {
  const { rows } = await sql<{ store: Store; since: string | null }>`
    select store, (select min(delivered_on) from deals d where d.store = asked.store)::text as since
    from unnest(${stores}::text[]) asked (store)`.execute(db);
  return rows;
}

/** The units of this month and of the same days of the month before, car by car. */
export async function readModels(
  db: Db<AnyTables>,
  stores: readonly Store[],
  { parts, days, end }: Period,
): Promise<ModelRow[]> {
  const { rows } = await sql<ModelRow>`
    with sold as (
      select store, vehicle_id, vehicle, width_bucket(delivered_on, ${parts}::date[]) as part from deals
      where store = any(${stores}::text[]) and is_retail
        and delivered_on >= ${days.beforeFrom}::date and delivered_on < ${end}::date)
    select s.store, v.make, v.model, case when v.id is null then s.vehicle end as words,
      count(*) filter (where part = ${thisMonth}) as units,
      count(*) filter (where part = ${sameDays}) as before
    from sold s left join vehicles v on v.id = s.vehicle_id
    group by 1, 2, 3, 4`.execute(db);
  return rows;
}

/** The models the group has ever had in stock, to know one by its words. */
export async function readKnownModels(db: Db<AnyTables>): Promise<KnownModel[]> {
  const { rows } = await sql<KnownModel>`
    select distinct make, model from vehicles`.execute(db);
  return rows;
}
