import { sql } from 'kysely';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import { getTimezone } from '../../../organization/server/public.ts';

/** A rollup of the records and how it is kept up to date. */
export interface Folding {
  name: 'service' | 'recon';
  /** Table with the time zone it was built for: one row, or none yet. */
  state: string;
  /** Table of what changed since. */
  stale: string;
  /** Rebuilds everything. */
  all(tx: Db<AnyTables>, zone: string): Promise<void>;
  /** Rebuilds what is stale, in the same time zone. */
  changed(tx: Db<AnyTables>, zone: string): Promise<void>;
}

/**
 * One at a time: the lock is taken before the snapshot, so the results of the previous fold are visible.
 * Resolves to false, without doing anything, when another fold is running.
 */
export function fold(db: Db<AnyTables>, folding: Folding): Promise<boolean> {
  const lock = sql`hashtext(${`reports.fold-${folding.name}`}), 0`;
  return db.connection().execute(async (connection) => {
    const { rows } = await sql<{ is_mine: boolean }>`
      select pg_try_advisory_lock(${lock}) as is_mine`.execute(connection);
    if (!rows[0]?.is_mine) return false;
    try {
      await connection
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute((tx) => followRecords(tx, folding));
      return true;
    } finally {
      await sql`select pg_advisory_unlock(${lock})`.execute(connection);
    }
  });
}

/**
 * All statements share one snapshot, so exactly the stale rows that were folded are deleted; rows committed
 * meanwhile stay for the next run.
 */
async function followRecords(tx: Db<AnyTables>, { state, stale, ...follow }: Folding) {
  await sql`set local statement_timeout = '4min'`.execute(tx);
  const zone = await getTimezone(tx);
  const known = await readZone(tx, state);
  await (known === zone ? follow.changed(tx, zone) : follow.all(tx, zone));
  await sql`insert into ${sql.table(state)} (zone) values (${zone})
    on conflict (is_only) do update set zone = excluded.zone, folded_at = clock_timestamp()`.execute(
    tx,
  );
  await sql`delete from ${sql.table(stale)}`.execute(tx);
}

async function readZone(tx: Db<AnyTables>, state: string): Promise<string | undefined> {
  const { rows } = await sql<{ zone: string }>`select zone from ${sql.table(state)}`.execute(tx);
  return rows[0]?.zone;
}
