import { sql } from 'kysely';
import { longTaskPriority } from '../../../../platform/server/jobs/jobs.ts';
import { findToday } from '../policy.ts';
import { publishTimeOff } from '../publish.ts';
import type { Services } from '../services.ts';
import { recalculate } from './recalculate.ts';

const everyone = 'time-off.recalculate';

/** Everyone’s balances follow a change of a rule, as soon as its transaction has committed. */
export const queueRecalculation = (tx: Services['db'], { platform }: Services): Promise<void> =>
  platform.jobs.add(tx, everyone, {}, { key: everyone });

export function defineLedgerJobs(services: Services): void {
  const { jobs } = services.platform;
  jobs.define(everyone, () => accrueToday(services), { alone: true, priority: longTaskPriority });
  // Every hour: days begin when they do in the group’s time zone.
  jobs.schedule('time-off.accrue', '4 * * * *', () => beginDay(services));
}

/** Once for each day, whichever hour it begins in. */
async function beginDay(services: Services): Promise<void> {
  const { db } = services;
  const today = await findToday(db);
  const { rows } = await sql`select from time_off_runs where day = ${today}::date`.execute(db);
  if (rows.length === 0) await queueRecalculation(db, services);
}

/** Each person in a transaction of their own: what is posted stays, whatever happens to the next. */
export async function accrueToday({ db, platform }: Services): Promise<void> {
  const today = await findToday(db);
  const { rows } = await sql<{ id: number }>`
    select e.user_id as id from employees e
    where e.hired_on is not null or exists (select from time_off_ledger l where l.user_id = e.user_id)
    order by 1`.execute(db);
  let added = 0;
  for (const { id } of rows) {
    added += await db.transaction().execute((tx) => recalculate(tx, id, today));
  }
  await sql`insert into time_off_runs (day) values (${today}::date) on conflict do nothing`.execute(
    db,
  );
  if (added > 0) publishTimeOff(platform);
}
