import { sql } from 'kysely';
import { addDays, dateAt, weekStartOf } from '../../../../platform/contract/wallTime.ts';
import { conflict } from '../../../../platform/server/errors.ts';
import { getTimezone } from '../../../organization/server/public.ts';
import { countHours, type HoursLocks, readPolicy } from '../../../time-clock/server/public.ts';
import type { Period } from '../../contract/periods.ts';
import type { Line, PeriodDay } from '../../contract/statement.ts';
import { daysOf, differenceOf, linesOf } from '../hours/period.ts';
import { periodText } from '../schedule/days.ts';
import { holdPayroll } from '../schedule/keep.ts';
import { type Calendar, readCalendar } from '../schedule/read.ts';
import type { PayrollDb } from '../tables.ts';
import { adjust, type Days, findLockedPeriods } from './adjust.ts';

/**
 * Keeps the hours of locked periods as they are paid. A change is made and the hours before and after are compared, so
 * it is refused exactly if it would change them: also through the overtime of a week that belongs to two periods.
 */
export const payrollLocks: HoursLocks = {
  async hasLocked(anyTx) {
    const tx: PayrollDb = anyTx as PayrollDb;
    const { rows } = await sql`select from payroll_locked limit 1`.execute(tx);
    return rows.length > 0;
  },

  async isLocked(anyTx, userId, { start, end }) {
    const tx: PayrollDb = anyTx as PayrollDb;
    await holdPayroll(tx);
    const timezone = await getTimezone(tx);
    const span = { from: dateAt(timezone, start), to: dateAt(timezone, end) };
    return (await findLockedPeriods(tx, userId, span)).length > 0;
  },

  async guard(anyTx, change, apply) {
    const tx: PayrollDb = anyTx as PayrollDb;
    await holdPayroll(tx);
    const now = Date.now();
    const calendar = await readCalendar(tx, now);
    if (calendar.schedules.length === 0 || change.instants.length === 0) return apply();
    const span = await findSpan(tx, calendar, change.instants);
    const periods = await findLockedPeriods(tx, change.userId, span);
    if (periods.length === 0) return apply();
    const before = await readHours(tx, change.userId, periods, now);
    const result = await apply();
    const after = await readHours(tx, change.userId, periods, now);
    const changed = periods.filter(
      (_, at) => JSON.stringify(before[at]) !== JSON.stringify(after[at]),
    );
    const [first] = changed;
    if (!first) return result;
    if (change.adjust !== true) {
      const sentence = `The pay period ${periodText(first)} is locked. Payroll can unlock it`;
      if (change.adjust === 'never') throw conflict(`${sentence}.`);
      const choice = `${sentence}, or the difference can be paid in the next period.`;
      throw conflict(choice, { adjust: choice });
    }
    for (const period of changed) {
      const at = periods.indexOf(period);
      const difference = differenceOf(before[at]?.lines ?? [], after[at]?.lines ?? []);
      await adjust(tx, calendar, change, period, difference);
    }
    return result;
  },
};

/** The workweeks whose hours a change at these instants can touch: a shift may begin the day before. */
async function findSpan(
  tx: PayrollDb,
  { timezone }: Calendar,
  instants: readonly number[],
): Promise<Days> {
  const { weekStartsOn } = await readPolicy(tx);
  const first = addDays(dateAt(timezone, Math.min(...instants)), -1);
  const last = addDays(dateAt(timezone, Math.max(...instants)), 1);
  return {
    from: weekStartOf(first, weekStartsOn),
    to: addDays(weekStartOf(last, weekStartsOn), 6),
  };
}

interface Hours {
  days: PeriodDay[];
  lines: Line[];
}

/** The hours as they are now, not as they were locked. */
async function readHours(
  tx: PayrollDb,
  userId: number,
  periods: readonly Period[],
  now: number,
): Promise<Hours[]> {
  const from = periods[0]?.startsOn ?? '';
  const to = periods.at(-1)?.endsOn ?? '';
  const person = await sql<{ id: number; store_access: string[] }>`
    select id, store_access from users where id = ${userId}`.execute(tx);
  const weeks = (await countHours(tx, person.rows, { from, to }, now)).get(userId) ?? [];
  return periods.map((period) => ({ days: daysOf(weeks, period), lines: linesOf(weeks, period) }));
}
