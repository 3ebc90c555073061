import { sql } from 'kysely';
import type { Period } from '../../contract/periods.ts';
import type { PayrollDb } from '../tables.ts';

/** Before anything is recorded about a period: until the end of `tx` nothing is locked and no schedule changes. */
export async function holdPayroll(tx: PayrollDb): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtext('payroll'), 0)`.execute(tx);
}

/** Waits for everyone who records something about a period, and lets no one start until the end of `tx`. */
export async function lockPayroll(tx: PayrollDb): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('payroll'), 0)`.execute(tx);
}

/** Keeps the days of a period, because something is recorded about it. */
export async function keepPeriod(
  tx: PayrollDb,
  { startsOn, endsOn, paysOn }: Period,
): Promise<void> {
  await tx
    .insertInto('payroll_periods')
    .values({ starts_on: startsOn, ends_on: endsOn, pays_on: paysOn })
    .onConflict((conflict) => conflict.column('starts_on').doNothing())
    .execute();
}
