import type { CalendarDate } from '../../../platform/contract/wallTime.ts';
import type { AnyTables, Db } from '../../../platform/server/db/database.ts';

/** Paid time off, by person and day; passed in by the module of time off, which is a higher layer. */
export type TimeOffSource = (
  db: Db<AnyTables>,
  userIds: readonly number[],
  from: CalendarDate,
  to: CalendarDate,
) => Promise<readonly { userId: number; day: CalendarDate; minutes: number }[]>;

const minuteMs = 60_000;

/** Milliseconds of paid time off by person and day. */
export async function findTimeOff(
  source: TimeOffSource,
  db: Db<AnyTables>,
  userIds: readonly number[],
  { from, to }: { from: CalendarDate; to: CalendarDate },
): Promise<Map<number, Map<CalendarDate, number>>> {
  const people = new Map<number, Map<CalendarDate, number>>();
  for (const { userId, day, minutes } of await source(db, userIds, from, to)) {
    const days = people.get(userId) ?? new Map<CalendarDate, number>();
    people.set(userId, days);
    days.set(day, (days.get(day) ?? 0) + minutes * minuteMs);
  }
  return people;
}
