import { type RawBuilder, sql } from 'kysely';
import { addDays, type CalendarDate, dateAt } from '../../../../platform/contract/wallTime.ts';
import { forbidden } from '../../../../platform/server/errors.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import { findEmployees } from '../../../employees/server/public.ts';
import { getTimezone } from '../../../organization/server/public.ts';
import { findClockUsers, findWorked } from '../../../time-clock/server/public.ts';
import type * as calls from '../../contract/week.ts';
import type { AttendanceRow } from '../../contract/week.ts';
import { planRefusal, usualGraceMinutes } from '../plans.ts';
import { plannedStores } from '../policy.ts';
import { attendanceOf } from '../rules/attendance.ts';
import { isAwayDuring } from '../rules/away.ts';
import type { Interval } from '../rules/times.ts';
import type { ScheduleServices } from '../services.ts';
import {
  findShifts,
  intervalOf,
  isPublished,
  rangeOf,
  type ShiftRow,
  startsWithin,
} from '../shifts.ts';
import type { SchedulesDb } from '../tables.ts';

const hourMs = 3_600_000;
/** Someone who has not used the clock for this long may work without it. */
const clockUseMs = 30 * 24 * hourMs;

export function getAttendance(services: ScheduleServices): Handler<typeof calls.getAttendance> {
  const { db } = services;
  return async ({ actor, query }) => {
    const stores = plannedStores(actor);
    if (stores.length === 0) throw forbidden(planRefusal);
    const timezone = await getTimezone(db);
    const now = Date.now();
    const today = dateAt(timezone, now);
    const date = query.date ?? today;
    const department = query.department ?? null;
    const shown = stores.filter((store) => query.store === undefined || store === query.store);
    const rows = await findAttendance(services, {
      ...{ date, timezone, now },
      condition: sql`s.store = any(${shown}::text[])
        and (${department}::text is null or s.department = ${department})`,
    });
    return {
      ...{ date, today, rows },
      serverTime: new Date(now).toISOString(),
      stores: [...stores],
    };
  };
}

interface Day {
  date: CalendarDate;
  timezone: string;
  now: number;
  /** On `s`. */
  condition: RawBuilder<unknown>;
}

/** The published shifts that start on a day or run into it, with what the clock says, in order of time. */
export async function findAttendance(
  { db, awayAmong }: Pick<ScheduleServices, 'db' | 'awayAmong'>,
  { date, timezone, now, condition }: Day,
): Promise<AttendanceRow[]> {
  const range = rangeOf(timezone, date, date);
  const before = { start: range.start - 24 * hourMs, end: range.end };
  const candidates = await findShifts(
    db,
    sql`${isPublished} and ${startsWithin(before)} and ${condition}`,
  );
  const listed = candidates.filter(
    ({ starts_at, ends_at }) =>
      starts_at.getTime() >= range.start || (now < ends_at.getTime() && now >= range.start),
  );
  const ids = [...new Set(listed.map(({ user_id }) => user_id))];
  if (ids.length === 0) return [];
  // All their shifts decide which clock-in belongs to which.
  const [all, worked, clockUsers, employees, away, grace] = await Promise.all([
    findShifts(
      db,
      sql`${isPublished} and s.user_id = any(${ids}::integer[]) and ${startsWithin(before)}`,
    ),
    findWorked(db, ids, { from: before.start - 4 * hourMs, to: range.end + 24 * hourMs, now }),
    findClockUsers(db, ids, new Date(now - clockUseMs)),
    findEmployees(db, ids),
    // Shifts of the night before are listed, too, and those of this one end on the next day.
    awayAmong(db, ids, addDays(date, -1), addDays(date, 1)),
    findGrace(db),
  ]);
  const usesClock = (id: number) => clockUsers.has(id) || employees.get(id)?.payBasis === 'hourly';
  const byPerson = Map.groupBy(all, ({ user_id }) => user_id);
  return listed.map((row) => {
    const own = byPerson.get(row.user_id) ?? [row];
    const planned: Interval[] = own.map(intervalOf);
    const graceMs = (grace.get(placeOf(row)) ?? usualGraceMinutes) * 60_000;
    const found = attendanceOf(planned, worked.get(row.user_id) ?? [], { now, graceMs });
    const mine = found[own.findIndex(({ id }) => id === row.id)];
    const arrived = mine?.arrivedAt ?? null;
    const isAway = isAwayDuring(away.get(row.user_id) ?? [], timezone, intervalOf(row));
    const isKnown = arrived !== null || usesClock(row.user_id) || mine?.state === 'upcoming';
    return {
      shiftId: row.id,
      store: row.store,
      department: row.department,
      person: { id: row.user_id, name: row.name },
      startAt: row.starts_at.toISOString(),
      endAt: row.ends_at.toISOString(),
      role: row.role,
      state: stateOf(mine?.state ?? 'upcoming', { isAway: isAway && arrived === null, isKnown }),
      arrivedAt: isoOf(arrived),
      leftAt: isoOf(mine?.leftAt ?? null),
      minutes: mine?.minutes ?? 0,
      leftEarlyMinutes: mine?.leftEarlyMinutes ?? 0,
    };
  });
}

const isoOf = (at: number | null) => (at === null ? null : new Date(at).toISOString());

function stateOf(
  state: AttendanceRow['state'],
  { isAway, isKnown }: { isAway: boolean; isKnown: boolean },
): AttendanceRow['state'] {
  if (isAway) return 'away';
  return isKnown ? state : 'unknown';
}

const placeOf = ({ store, department }: Pick<ShiftRow, 'store' | 'department'>) =>
  `${store}/${department}`;

/** The grace period of each department that has one of its own, in minutes. */
async function findGrace(db: SchedulesDb): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('schedule_plans')
    .select(['store', 'department', 'grace_minutes'])
    .execute();
  return new Map(rows.map((row) => [placeOf(row), row.grace_minutes]));
}
