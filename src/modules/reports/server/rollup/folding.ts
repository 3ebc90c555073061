import { sql } from 'kysely';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import { getTimezone } from '../../../organization/server/public.ts';

/** What is kept beside the records, and how it is made to follow them. */
export interface Folding {
  name: 'service' | 'recon';
  /** The zone its days are days of: a table of one row, or of none yet. */
  state: string;
  /** What changed since. */
  stale: string;
  /** Makes all of it anew. */
  all(tx: Db<AnyTables>, zone: string): Promise<void>;
  /** Makes anew what is stale, in the zone it was made in. */
  changed(tx: Db<AnyTables>, zone: string): Promise<void>;
}

/**
 * One at a time, by a lock that is held before the snapshot is taken: what another fold did is seen by it.
 * Answers false where somebody else folds already, and nothing is done.
 */
export function fold(db: Db<AnyTables>, folding: Folding): Promise<boolean> {
  const lock = sql`hashtext(${`reports.fold-${folding.name}`}), 0`;
  return db.connection().execute(async (held) => {
    const { rows } = await sql<{ is_mine: boolean }>`
      select pg_try_advisory_lock(${lock}) as is_mine`.execute(held);
    if (!rows[0]?.is_mine) return false;
    try {
      await held
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute((tx) => followRecords(tx, folding));
      return true;
    } finally {
      await sql`select pg_advisory_unlock(${lock})`.execute(held);
    }
  });
}

/**
 * Every statement sees the same moment, so it forgets exactly what was stale and has been followed; what is
 * of somebody who commits meanwhile stays for the next time.
 */
async function followRecords(tx: Db<AnyTables>, { state, stale, ...follow }: Folding) {
  await sql`set local statement_timeout = '4min'`.execute(tx);
  const [zone, known] = [await getTimezone(tx), await readZone(tx, state)];
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
