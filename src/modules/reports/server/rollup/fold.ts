import { type RawBuilder, sql } from 'kysely';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { getTimezone } from '../../../organization/server/public.ts';
import { cellsOf, columns, everyOrder, ordersOn } from './cells.ts';
import { cuts } from './cuts.ts';

const lock = sql`hashtext('reports.fold-service'), 0`;

/** Adds up what changed since; nobody waits for it, because whoever asks reads the rest from the orders. */
export function addRollup({ db, jobs }: Platform): void {
  jobs.schedule('reports.fold-service', '* * * * *', async () => {
    await foldService(db);
  });
}

/**
 * One at a time, by a lock that is held before the snapshot is taken: what another fold did is seen by it.
 * Answers false where somebody else folds already, and nothing is done.
 */
export function foldService(db: Db<AnyTables>): Promise<boolean> {
  return db.connection().execute(async (held) => {
    const { rows } = await sql<{ is_mine: boolean }>`
      select pg_try_advisory_lock(${lock}) as is_mine`.execute(held);
    if (!rows[0]?.is_mine) return false;
    try {
      await held.transaction().setIsolationLevel('repeatable read').execute(fold);
      return true;
    } finally {
      await sql`select pg_advisory_unlock(${lock})`.execute(held);
    }
  });
}

/**
 * Every statement sees the same moment, so it forgets exactly the stale orders it has added up; those of
 * somebody who commits meanwhile stay for the next time.
 */
async function fold(tx: Db<AnyTables>): Promise<void> {
  await sql`set local statement_timeout = '4min'`.execute(tx);
  const [zone, known] = [await getTimezone(tx), await readZone(tx)];
  await (known === zone ? foldStale(tx, zone) : foldAll(tx, zone));
  await sql`delete from report_service_stale`.execute(tx);
}

async function readZone(tx: Db<AnyTables>): Promise<string | undefined> {
  const { rows } = await sql<{ zone: string }>`select zone from report_service_state`.execute(tx);
  return rows[0]?.zone;
}

async function foldAll(tx: Db<AnyTables>, zone: string): Promise<void> {
  await sql`delete from report_service_days`.execute(tx);
  for (const cut of Object.keys(cuts)) await keep(tx, cut, sql``, everyOrder(zone));
  await sql`insert into report_service_state (zone) values (${zone})
    on conflict (is_only) do update set zone = excluded.zone, folded_at = excluded.folded_at`.execute(
    tx,
  );
}

async function foldStale(tx: Db<AnyTables>, zone: string): Promise<void> {
  const days = sql`with days as materialized (
    select distinct store, (closed_at at time zone ${zone})::date as day from report_service_stale)`;
  await sql`${days} delete from report_service_days r
    using days d, unnest(${Object.keys(cuts)}::text[]) c (cut)
    where r.cut = c.cut and r.store = d.store and r.day = d.day`.execute(tx);
  for (const cut of Object.keys(cuts)) await keep(tx, cut, days, ordersOn('days', zone));
  await sql`update report_service_state set folded_at = clock_timestamp()`.execute(tx);
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
