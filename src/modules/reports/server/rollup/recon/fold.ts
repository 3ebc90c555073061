import { type RawBuilder, sql } from 'kysely';
import type { AnyTables, Db } from '../../../../../platform/server/db/database.ts';
import { fold } from '../folding.ts';
import { columns, factsOf } from './facts.ts';

/** Folds changed vehicles into the rollup. Resolves to false when another fold is running. */
export const foldRecon = (db: Db<AnyTables>): Promise<boolean> =>
  fold(db, {
    name: 'recon',
    state: 'report_recon_state',
    stale: 'report_recon_stale',
    async all(tx, zone) {
      await sql`delete from report_recon_facts`.execute(tx);
      await keep(tx, zone, sql`vehicle_recon_steps s where`);
    },
    async changed(tx, zone) {
      await sql`delete from report_recon_facts
        where vehicle_id in (select vehicle_id from report_recon_stale)`.execute(tx);
      await keep(
        tx,
        zone,
        sql`(select distinct vehicle_id from report_recon_stale) c
          join vehicle_recon_steps s on s.unit_id = c.vehicle_id where`,
      );
    },
  });

// In order of time, so that rows read together are stored together.
const keep = (tx: Db<AnyTables>, timezone: string, steps: RawBuilder<unknown>) => {
  const all = () => sql`true`;
  const facts = factsOf({ steps, timezone, isIn: all, isOf: all(), hasCost: true });
  return sql`insert into report_recon_facts (${columns})
    select ${columns} from ${facts} facts order by at, step_id`.execute(tx);
};
