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
 * Units: retail and lease deals by delivery date; wholesale, fleet and dealer trades do not count, and a
 * canceled deal has no delivery date. Sales: sale prices. Front gross: price less cost, reconditioning, pack
 * and over-allowance; back gross: reserve and products less their cost.
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

/** The day of each store’s first delivery; null if none. */
export async function readFirstSales(
  db: Db<AnyTables>,
  stores: readonly Store[],
): Promise<{ store: Store; since: string | null }[]> {
  const { rows } = await sql<{ store: Store; since: string | null }>`
    select store, (select min(delivered_on) from deals d where d.store = selected.store)::text as since
    from unnest(${stores}::text[]) selected (store)`.execute(db);
  return rows;
}

/** Units of this month and of the same days of last month, by model. */
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
    select s.store, v.make, v.model, case when v.id is null then s.vehicle end as description,
      count(*) filter (where part = ${thisMonth}) as units,
      count(*) filter (where part = ${sameDays}) as before
    from sold s left join stock_vehicles v on v.id = s.vehicle_id
    group by 1, 2, 3, 4`.execute(db);
  return rows;
}

/** Every model the group has had in stock, to recognize one in a typed description. */
export async function readKnownModels(db: Db<AnyTables>): Promise<KnownModel[]> {
  const { rows } = await sql<KnownModel>`
    select distinct make, model from vehicles`.execute(db);
  return rows;
}
