import { sql } from 'kysely';
import { addDays, type CalendarDate, dateAt } from '../../../../platform/contract/wallTime.ts';
import { notFound } from '../../../../platform/server/errors.ts';
import { getTimezone } from '../../../organization/server/public.ts';
import { type Period, periodOf, type Schedule, schedulesInForce } from '../../contract/periods.ts';
import type { Navigation } from '../../contract/review.ts';
import type { PayrollDb } from '../tables.ts';

interface EnteredSchedule extends Schedule {
  id: number;
  by: string;
  at: Date;
}

/** The schedules that hold, earliest first. */
export async function readSchedules(db: PayrollDb): Promise<EnteredSchedule[]> {
  const { rows } = await sql<EnteredSchedule>`
    select s.id, s.frequency, s.starts_on::text as "startsOn", s.pay_days as "payDays",
      u.shown_name as by, s.created_at as at
    from payroll_schedules s join users u on u.id = s.created_by order by s.id`.execute(db);
  return schedulesInForce(rows);
}

/** The pay periods of the group, as of a time. */
export interface Calendar {
  schedules: readonly Schedule[];
  timezone: string;
  today: CalendarDate;
}

export async function readCalendar(db: PayrollDb, now: number): Promise<Calendar> {
  const [schedules, timezone] = await Promise.all([readSchedules(db), getTimezone(db)]);
  return { schedules, timezone, today: dateAt(timezone, now) };
}

/** The period that starts on this day; throws `not_found` if none does. */
export function getPeriodAt({ schedules }: Calendar, startsOn: CalendarDate): Period {
  const period = periodOf(schedules, startsOn);
  if (period?.startsOn !== startsOn)
    throw notFound('There is no pay period that starts on this day.');
  return period;
}

/** The period that ended last; null if none has. */
export function lastEnded({ schedules, today }: Calendar): Period | null {
  const current = periodOf(schedules, today);
  return current && periodOf(schedules, addDays(current.startsOn, -1));
}

/** The period of a day that was asked for, at most the current one; without a day, the one that ended last. */
export function choosePeriod(calendar: Calendar, asked: CalendarDate | undefined): Period | null {
  const { schedules, today } = calendar;
  if (asked !== undefined && asked <= today) return periodOf(schedules, asked);
  return (asked === undefined && lastEnded(calendar)) || periodOf(schedules, today);
}

/** A period with the ones beside it. Those that have not begun are left out. */
export function navigationOf({ schedules, today }: Calendar, period: Period): Navigation {
  const next = addDays(period.endsOn, 1);
  return {
    period,
    previous: periodOf(schedules, addDays(period.startsOn, -1))?.startsOn ?? null,
    next: next <= today ? next : null,
    today,
  };
}

export const hasEnded = ({ today }: Calendar, { endsOn }: Period): boolean => endsOn < today;
