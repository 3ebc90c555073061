import { type RawBuilder, sql } from 'kysely';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import { cellsOf, columns, everyOrder, ordersOn } from './cells.ts';
import { cuts } from './cuts.ts';
import { fold } from './folding.ts';

/** Folds changed orders into the rollup. Resolves to false when another fold is running. */
export const foldService = (db: Db<AnyTables>): Promise<boolean> =>
  fold(db, {
    name: 'service',
    state: 'report_service_state',
    stale: 'report_service_stale',
    all: rebuild,
    changed: refreshStale,
  });

async function rebuild(tx: Db<AnyTables>, zone: string): Promise<void> {
  await sql`delete from report_service_days`.execute(tx);
  for (const cut of Object.keys(cuts)) await keep(tx, cut, sql``, everyOrder(zone));
}

async function refreshStale(tx: Db<AnyTables>, zone: string): Promise<void> {
  const days = sql`with days as materialized (
    select distinct store, (closed_at at time zone ${zone})::date as day from report_service_stale)`;
  await sql`${days} delete from report_service_days r
    using days d, unnest(${Object.keys(cuts)}::text[]) c (cut)
    where r.cut = c.cut and r.store = d.store and r.day = d.day`.execute(tx);
  for (const cut of Object.keys(cuts)) await keep(tx, cut, days, ordersOn('days', zone));
}

const keep = (
  tx: Db<AnyTables>,
  cut: string,
  tables: RawBuilder<unknown>,
  orders: RawBuilder<unknown>,
) =>
  sql`${tables} insert into report_service_days (cut, ${columns})
    select ${cut}, ${columns} from (${cellsOf(cuts[cut] ?? [], orders)}) cells
    order by store, day`.execute(tx);
