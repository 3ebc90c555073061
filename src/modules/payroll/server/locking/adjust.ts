import { sql } from 'kysely';
import { addDays, type CalendarDate } from '../../../../platform/contract/wallTime.ts';
import { conflict } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { type Period, periodOf } from '../../contract/periods.ts';
import type { Line } from '../../contract/statement.ts';
import { unitIn } from '../people/payees.ts';
import { keepPeriod } from '../schedule/keep.ts';
import type { Calendar } from '../schedule/read.ts';
import type { PayrollDb } from '../tables.ts';

export interface Days {
  from: CalendarDate;
  to: CalendarDate;
}

/**
 * Those with a day in the span in which this employee’s hours are locked: earliest first. Hours that are in no lock are
 * still open, also where the unit is locked: they are locked with it later.
 */
export async function findLockedPeriods(
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

/** Hours that are paid more or less than they were locked. */
type Difference = Line & { timeOff?: string };

interface Adjusting {
  userId: number;
  author: Pick<Actor, 'userId'>;
  reason: string;
}

/** Pays what changed of a locked period in the next one that is open. */
export async function adjust(
  tx: PayrollDb,
  calendar: Calendar,
  { userId, author, reason }: Adjusting,
  from: Period,
  difference: readonly Difference[],
): Promise<void> {
  if (difference.length === 0) return;
  const into = await findOpenAfter(tx, calendar, userId, from);
  await keepPeriod(tx, into);
  await tx
    .insertInto('payroll_adjustments')
    .values(
      difference.map(({ store, regularMs, overtimeMs, doubleMs, premiumHours, timeOff }) => ({
        user_id: userId,
        from_period: from.startsOn,
        into_period: into.startsOn,
        store,
        regular_ms: regularMs,
        overtime_ms: overtimeMs,
        double_ms: doubleMs,
        premium_hours: premiumHours,
        time_off: timeOff ?? null,
        reason,
        created_by: author.userId,
      })),
    )
    .execute();
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
