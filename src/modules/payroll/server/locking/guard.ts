import { sql } from 'kysely';
import {
  addDays,
  type CalendarDate,
  dateAt,
  weekStartOf,
} from '../../../../platform/contract/wallTime.ts';
import { conflict } from '../../../../platform/server/errors.ts';
import { getTimezone } from '../../../organization/server/public.ts';
import {
  countHours,
  type HoursChange,
  type HoursLocks,
  readPolicy,
} from '../../../time-clock/server/public.ts';
import { type Period, periodOf } from '../../contract/periods.ts';
import type { Line, PeriodDay } from '../../contract/statement.ts';
import { daysOf, differenceOf, linesOf } from '../hours/period.ts';
import { unitIn } from '../people/payees.ts';
import { periodText } from '../schedule/days.ts';
import { holdPayroll, keepPeriod } from '../schedule/keep.ts';
import { type Calendar, readCalendar } from '../schedule/read.ts';
import type { PayrollDb } from '../tables.ts';

/**
 * Keeps the hours of locked periods as they are paid. A change is made and the hours before and after are compared, so
 * it is refused exactly if it would change them: also through the overtime of a week that belongs to two periods.
 */
export const payrollLocks: HoursLocks = {
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
    if (!change.adjust) {
      const sentence = `The pay period ${periodText(first)} is locked. Payroll can unlock it, or the difference can be paid in the next period.`;
      throw conflict(sentence, { adjust: sentence });
    }
    for (const period of changed) {
      const at = periods.indexOf(period);
      const difference = differenceOf(before[at]?.lines ?? [], after[at]?.lines ?? []);
      if (difference.length > 0) {
        const into = await findOpenAfter(tx, calendar, change.userId, period);
        await addAdjustments(tx, change, { from: period, into, difference });
      }
    }
    return result;
  },
};

interface Days {
  from: CalendarDate;
  to: CalendarDate;
}

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

/**
 * Those with a day in the span in which this employee’s hours are locked: earliest first. Hours that are in no lock are
 * still open, also where the unit is locked: they are locked with it later.
 */
async function findLockedPeriods(
  tx: PayrollDb,
  userId: number,
  { from, to }: Days,
): Promise<Period[]> {
  const { rows } = await sql<Period>`
    select p.starts_on::text as "startsOn", p.ends_on::text as "endsOn", p.pays_on::text as "paysOn"
    from payroll_periods p
    where p.ends_on >= ${from}::date and p.starts_on <= ${to}::date
      and exists (select from payroll_locked k join payroll_lines l on l.lock_id = k.id
        where k.period = p.starts_on and l.user_id = ${userId})
    order by p.starts_on`.execute(tx);
  return rows;
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

/** The first period after this one that is not locked where they are paid. */
async function findOpenAfter(
  tx: PayrollDb,
  calendar: Calendar,
  userId: number,
  period: Period,
): Promise<Period> {
  const next = periodOf(calendar.schedules, addDays(period.endsOn, 1));
  if (!next) throw conflict('There is no later pay period.');
  const locked = await sql`
    select from employees e join payroll_locked k on k.unit = ${unitIn(next)}
    where e.user_id = ${userId} and k.period = ${next.startsOn}::date`.execute(tx);
  return locked.rows.length > 0 ? findOpenAfter(tx, calendar, userId, next) : next;
}

interface Adjusting {
  from: Period;
  into: Period;
  difference: readonly Line[];
}

async function addAdjustments(
  tx: PayrollDb,
  { userId, author, reason }: HoursChange,
  { from, into, difference }: Adjusting,
): Promise<void> {
  await keepPeriod(tx, into);
  await tx
    .insertInto('payroll_adjustments')
    .values(
      difference.map(({ store, regularMs, overtimeMs, doubleMs, premiumHours }) => ({
        user_id: userId,
        from_period: from.startsOn,
        into_period: into.startsOn,
        store,
        regular_ms: regularMs,
        overtime_ms: overtimeMs,
        double_ms: doubleMs,
        premium_hours: premiumHours,
        reason,
        created_by: author.userId,
      })),
    )
    .execute();
}
