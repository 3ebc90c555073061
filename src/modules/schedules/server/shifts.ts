import { type RawBuilder, type Selectable, sql } from 'kysely';
import {
  addDays,
  type CalendarDate,
  dayStart,
  formatOf,
} from '../../../platform/contract/wallTime.ts';
import type { Shift } from '../contract/shift.ts';
import { type Interval, wallSpanOf } from './rules/times.ts';
import type { SchedulesDb, ScheduleTables } from './tables.ts';

export type ShiftRow = Selectable<ScheduleTables['work_shifts']> & {
  name: string;
  is_offered: boolean;
};

/** Shifts `s` for which the condition holds, in order of time; `s.removed_at` is up to the caller. */
export async function findShifts(
  db: SchedulesDb,
  condition: RawBuilder<unknown>,
): Promise<ShiftRow[]> {
  const { rows } = await sql<ShiftRow>`
    select s.*, u.shown_name as name,
      exists (select from shift_offers o where o.shift_id = s.id and o.state in ('open', 'taken'))
        as is_offered
    from work_shifts s join users u on u.id = s.user_id
    where ${condition} order by s.starts_at, s.id`.execute(db);
  return rows;
}

export const isCurrent = sql<boolean>`s.removed_at is null`;
export const isPublished = sql<boolean>`(s.removed_at is null and s.published_at is not null)`;

export const intervalOf = ({ starts_at, ends_at }: Pick<ShiftRow, 'starts_at' | 'ends_at'>) => ({
  start: starts_at.getTime(),
  end: ends_at.getTime(),
});

export const hasStarted = ({ starts_at }: Pick<ShiftRow, 'starts_at'>): boolean =>
  starts_at.getTime() <= Date.now();

export function toShift(row: ShiftRow, timezone: string): Shift {
  return {
    shiftId: row.id,
    store: row.store,
    department: row.department,
    person: { id: row.user_id, name: row.name },
    ...wallSpanOf(timezone, intervalOf(row)),
    startAt: row.starts_at.toISOString(),
    endAt: row.ends_at.toISOString(),
    breakMinutes: row.break_minutes,
    role: row.role,
    note: row.note,
    isPublished: row.published_at !== null,
    isOffered: row.is_offered,
    version: row.version,
  };
}

/** From the start of one local day to the end of another. */
export const rangeOf = (timezone: string, from: CalendarDate, to: CalendarDate): Interval => ({
  start: dayStart(timezone, from),
  end: dayStart(timezone, addDays(to, 1)),
});

/** Condition on `s`: starts within the interval. */
export const startsWithin = ({ start, end }: Interval) =>
  sql<boolean>`(s.starts_at >= ${new Date(start)} and s.starts_at < ${new Date(end)})`;

const day = { weekday: 'short', month: 'short', day: 'numeric' } as const;
const clock = { hour: 'numeric', minute: '2-digit' } as const;

/** `Mon, Nov 30, 9:00 AM – 5:30 PM` */
export function spanText(timezone: string, { start, end }: Interval): string {
  const time = formatOf(clock, timezone);
  return `${formatOf(day, timezone).format(start)}, ${time.format(start)} – ${time.format(end)}`;
}

/** The local days a shift touches. */
export function datesOf(timezone: string, { start, end }: Interval): CalendarDate[] {
  const first = wallSpanOf(timezone, { start, end }).date;
  const last = wallSpanOf(timezone, { start: end - 1, end }).date;
  return first === last ? [first] : [first, last];
}
