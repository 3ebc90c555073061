import { sql } from 'kysely';
import {
  addDays,
  type CalendarDate,
  dateAt,
  weekStartOf,
} from '../../../../platform/contract/wallTime.ts';
import { notFound } from '../../../../platform/server/errors.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import { getTimezone } from '../../../organization/server/public.ts';
import { readPolicy } from '../../../time-clock/server/public.ts';
import type * as calls from '../../contract/week.ts';
import type { Warning, WeekPerson } from '../../contract/week.ts';
import { findWorkers, hasLeft, listStaffedPlaces, listWorkers, type Worker } from '../people.ts';
import { findPlan } from '../plans.ts';
import { canPlan, canSee, visiblePlaces } from '../policy.ts';
import { type AwaySpan, awayOn, isAwayDuring } from '../rules/away.ts';
import { coverageOf, daysOfWeek } from '../rules/coverage.ts';
import type { Interval } from '../rules/times.ts';
import { type PlannedShift, plannedMs, warningsOf } from '../rules/warnings.ts';
import type { ScheduleServices } from '../services.ts';
import {
  datesOf,
  findShifts,
  intervalOf,
  isCurrent,
  isPublished,
  rangeOf,
  type ShiftRow,
  startsWithin,
  toShift,
} from '../shifts.ts';
import type { SchedulesDb } from '../tables.ts';

export function listPlaces(db: SchedulesDb): Handler<typeof calls.listPlaces> {
  return async ({ actor }) => {
    const places = visiblePlaces(actor);
    const staffed = await listStaffedPlaces(db);
    return places.map(({ store, department }) => ({
      store,
      department,
      mayEdit: canPlan(actor, store),
      hasPeople: staffed.some((one) => one.store === store && one.department === department),
    }));
  };
}

export function getWeek(services: ScheduleServices): Handler<typeof calls.getWeek> {
  const { db } = services;
  return async ({ actor, query: { store, department, week } }) => {
    if (!canSee(actor, store, department)) throw notFound();
    const mayEdit = canPlan(actor, store);
    const [timezone, { weekStartsOn }, plan] = await Promise.all([
      getTimezone(db),
      readPolicy(db),
      findPlan(db, store, department),
    ]);
    const now = Date.now();
    const today = dateAt(timezone, now);
    const start = weekStartOf(week ?? today, weekStartsOn);
    const days = daysOfWeek(start);
    const range = rangeOf(timezone, start, addDays(start, 6));
    const [around, workers] = await Promise.all([
      // Last night's shift may still run after midnight.
      findShifts(
        db,
        sql`${mayEdit ? isCurrent : isPublished} and s.store = ${store}
          and s.department = ${department}
          and ${startsWithin(rangeOf(timezone, addDays(start, -1), addDays(start, 7)))}`,
      ),
      listWorkers(db, store),
    ]);
    const rows = around.filter((row) => isWithin(row, range));
    const scheduled = new Set(rows.map(({ user_id }) => user_id));
    const isMember = (worker: Worker) => worker.department === department;
    const here = workers.filter(
      (worker) => (isMember(worker) && worker.isOfStore) || scheduled.has(worker.id),
    );
    const shownIds = new Set(here.map(({ id }) => id));
    const known = new Set(workers.map(({ id }) => id));
    const former = await findWorkers(
      db,
      [...scheduled].filter((id) => !known.has(id)),
    );
    const shown = [
      ...here.map((worker) => ({ ...worker, isMember: isMember(worker) })),
      ...[...former.values()].map((worker) => ({ ...worker, isActive: false, isMember: false })),
    ];
    const checks = mayEdit
      ? await checkPeople(services, { people: shown, week: range, days, timezone })
      : nothingChecked;
    const people: WeekPerson[] = shown.map(({ id, name, jobTitle, isMember: member }) => ({
      ...{ id, name, jobTitle, isMember: member },
      minutes: checks.minutes.get(id) ?? minutesOf(rows.filter(({ user_id }) => user_id === id)),
      away: awayOn(checks.away.get(id) ?? [], days),
    }));
    const ids = new Set(rows.map((row) => row.id));
    return {
      week: {
        start,
        end: addDays(start, 6),
        previous: addDays(start, -7),
        next: addDays(start, 7),
      },
      ...{ days, today, timezone, store, department, people },
      serverTime: new Date(now).toISOString(),
      others: mayEdit
        ? workers.filter((worker) => !shownIds.has(worker.id)).map(({ id, name }) => ({ id, name }))
        : [],
      shifts: rows.map((row) => toShift(row, timezone)),
      warnings: checks.warnings.filter(({ shiftId }) => ids.has(shiftId)),
      coverage: days.map((date) => coverageOf(plan, date, around.map(intervalOf), timezone)),
      drafts: rows.filter((row) => !row.published_at && row.ends_at.getTime() > now).length,
      may: { edit: mayEdit },
    };
  };
}

const isWithin = ({ starts_at }: ShiftRow, { start, end }: Interval) =>
  starts_at.getTime() >= start && starts_at.getTime() < end;

const minutesOf = (rows: readonly ShiftRow[]): number =>
  rows.reduce((sum, row) => sum + plannedMs(toPlanned(row)) / 60_000, 0);

const toPlanned = (row: ShiftRow) => ({ ...intervalOf(row), breakMinutes: row.break_minutes });

interface Checks {
  warnings: Warning[];
  /** Planned minutes of the week at all stores. */
  minutes: ReadonlyMap<number, number>;
  away: ReadonlyMap<number, readonly AwaySpan[]>;
}

const nothingChecked: Checks = { warnings: [], minutes: new Map(), away: new Map() };

interface Checked {
  people: readonly Pick<Worker, 'id' | 'isActive' | 'leftOn'>[];
  week: Interval;
  days: readonly CalendarDate[];
  timezone: string;
}

/** Looks at all shifts of these people, also those of other stores and departments. */
async function checkPeople(
  { db, awayAmong }: ScheduleServices,
  { people, week, days, timezone }: Checked,
): Promise<Checks> {
  const ids = people.map(({ id }) => id);
  const first = addDays(days[0] ?? '', -1);
  const last = addDays(days.at(-1) ?? '', 1);
  const [rows, away] = await Promise.all([
    findShiftsOf(db, ids, rangeOf(timezone, first, last)),
    awayAmong(db, ids, first, last),
  ]);
  const byPerson = Map.groupBy(rows, ({ user_id }) => user_id);
  const minutes = new Map<number, number>();
  const warnings = people.flatMap((person) => {
    const own = byPerson.get(person.id) ?? [];
    minutes.set(person.id, minutesOf(own.filter((row) => isWithin(row, week))));
    const daysOff = away.get(person.id) ?? [];
    const planned: PlannedShift[] = own.map((row) => {
      const dates = datesOf(timezone, intervalOf(row));
      return {
        ...toPlanned(row),
        shiftId: row.id,
        date: dates[0] ?? '',
        isAway: isAwayDuring(daysOff, timezone, intervalOf(row)),
        hasLeft: dates.some((date) => hasLeft(person, date)),
      };
    });
    return warningsOf(planned, week);
  });
  return { warnings, minutes, away };
}

const findShiftsOf = (db: SchedulesDb, ids: readonly number[], range: Interval) =>
  findShifts(
    db,
    sql`${isCurrent} and s.user_id = any(${ids}::integer[]) and ${startsWithin(range)}`,
  );
