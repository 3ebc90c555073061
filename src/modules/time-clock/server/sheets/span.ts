import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { sql } from 'kysely';
import {
  addDays,
  type CalendarDate,
  dateAt,
  dayStart,
  earlier,
  later,
  weekStartOf,
} from '../../../../platform/contract/wallTime.ts';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import type { Law, OvertimeBasis } from '../../contract/rules.ts';
import type { Approval } from '../../contract/sheets.ts';
import { type CountedDay, countWeek } from '../hours/week.ts';
import { type CountedPunch, findCounted } from '../punches.ts';
import { type GroupRules, readGroupRules, rulesFor } from '../rules/payPolicy.ts';
import type { ClockDb } from '../tables.ts';
import { withOnlyStore } from '../workplace.ts';
import { type LastApproval, resolveApproval } from './weeks.ts';

/** One person’s workweek; `days` are all seven, even those outside the requested span. */
export interface HoursWeek {
  start: CalendarDate;
  /** The week has ended. */
  isOver: boolean;
  state: Approval['state'];
  /** What the week is calculated with. */
  law: Law;
  basis: OvertimeBasis;
  /** In milliseconds, by the law and overtime basis of each week. */
  days: readonly Pick<
    CountedDay,
    | 'date'
    | 'paidMs'
    | 'regularMs'
    | 'overtimeMs'
    | 'doubleMs'
    | 'paidBreakMs'
    | 'byStore'
    | 'intervals'
    | 'flags'
    | 'missedMeal'
  >[];
}

interface Person {
  id: number;
  store_access: readonly string[];
}

interface Dated {
  user_id: number;
  from_week: CalendarDate;
}

/**
 * The workweeks with hours that overlap the days from `from` to `to`, calculated as of `now` like timesheets;
 * by person, earliest first. People without hours are missing.
 */
export async function countHours(
  anyDb: Db<AnyTables>,
  people: readonly Person[],
  span: { from: CalendarDate; to: CalendarDate },
  now: number,
): Promise<Map<number, HoursWeek[]>> {
  const db: ClockDb = anyDb;
  const group = await readGroupRules(db);
  const { timezone, policy } = group;
  const first = weekStartOf(span.from, policy.weekStartsOn);
  // There are no hours after today.
  const today = dateAt(timezone, now);
  const to = earlier(span.to, today);
  if (people.length === 0 || to < first) return new Map();
  const ids = people.map(({ id }) => id);
  const end = addDays(weekStartOf(to, policy.weekStartsOn), 7);
  const [punches, bases, approvals] = await Promise.all([
    findCounted(db, ids, dayStart(timezone, first), dayStart(timezone, end)),
    findAllBases(db, ids),
    findAllApprovals(db, ids, { from: first, to: end }),
  ]);
  const earliest = Math.min(...[...punches.values()].map(([punch]) => punch?.at ?? now));
  const firstWorked = weekStartOf(dateAt(timezone, Math.min(earliest, now)), policy.weekStartsOn);
  const starts = weeksBetween(later(first, firstWorked), end);
  const weeks = new Map<number, HoursWeek[]>();
  for (const person of people) {
    const personPunches = withOnlyStore(punches.get(person.id) ?? [], person);
    if (personPunches.length === 0) continue;
    const history = {
      bases: bases.get(person.id) ?? [],
      approvals: approvals.get(person.id) ?? [],
    };
    weeks.set(person.id, countWeeks(person, personPunches, { group, starts, now, ...history }));
    // Years of a whole group take a while; other requests are handled in between.
    await yieldToEventLoop();
  }
  return weeks;
}

interface CountContext {
  group: GroupRules;
  starts: readonly CalendarDate[];
  now: number;
  bases: readonly (Dated & { basis: OvertimeBasis })[];
  approvals: readonly (LastApproval & { week_start: CalendarDate })[];
}

function countWeeks(
  person: Person,
  punches: readonly CountedPunch[],
  context: CountContext,
): HoursWeek[] {
  const { group, starts, now, bases, approvals } = context;
  const weeks: HoursWeek[] = [];
  for (const start of starts) {
    const weekPunches = overlapping(
      punches,
      dayStart(group.timezone, start),
      dayStart(group.timezone, addDays(start, 7)),
    );
    if (weekPunches.length === 0) continue;
    const basis = bases.findLast(({ from_week }) => from_week <= start)?.basis ?? 'non_exempt';
    const { rules, state } = resolveApproval({
      start,
      punches: weekPunches,
      current: rulesFor(group, person.store_access, basis),
      last: approvals.find(({ week_start }) => week_start === start),
    });
    const { days, end: ends } = countWeek(weekPunches, start, rules, now);
    if (days.every(({ paidMs, flags }) => paidMs === 0 && flags.length === 0)) continue;
    const { law, basis: countedBasis } = rules;
    weeks.push({ start, isOver: ends <= now, state, law, basis: countedBasis, days });
  }
  return weeks;
}

/** Of sorted punches, those of shifts that overlap `start` to `end`, like `findCounted`. */
function overlapping(punches: readonly CountedPunch[], start: number, end: number): CountedPunch[] {
  const startsShift = (at: number) => punches[at]?.kind === 'clock_in';
  let first = firstFrom(punches, start);
  let until = firstFrom(punches, end);
  if (first > 0) first -= 1;
  while (first > 0 && !startsShift(first)) first -= 1;
  while (until < punches.length && !startsShift(until)) until += 1;
  const last = punches[until - 1];
  // Ended before the week started.
  if (!last || (last.kind === 'clock_out' && last.at < start)) return [];
  return punches.slice(first, until);
}

/** The index of the first punch at or after an instant. */
function firstFrom(punches: readonly CountedPunch[], at: number): number {
  let low = 0;
  let high = punches.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((punches[middle]?.at ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

function weeksBetween(first: CalendarDate, end: CalendarDate): CalendarDate[] {
  const starts: CalendarDate[] = [];
  for (let start = first; start < end; start = addDays(start, 7)) starts.push(start);
  return starts;
}

async function findAllBases(db: ClockDb, ids: readonly number[]) {
  const { rows } = await sql<Dated & { basis: OvertimeBasis }>`
    select user_id, basis, from_week::text as from_week from time_overtime_bases
    where user_id = any(${ids}::integer[]) order by user_id, from_week, id`.execute(db);
  return Map.groupBy(rows, ({ user_id }) => user_id);
}

/** The latest approval decision on each of these weeks. */
async function findAllApprovals(
  db: ClockDb,
  ids: readonly number[],
  { from, to }: { from: CalendarDate; to: CalendarDate },
) {
  const { rows } = await sql<LastApproval & { week_start: CalendarDate }>`
    select distinct on (user_id, week_start) user_id, week_start::text as week_start, approved,
      fingerprint, rules, '' as by, decided_at
    from time_approvals
    where user_id = any(${ids}::integer[]) and week_start >= ${from}::date and week_start < ${to}::date
    order by user_id, week_start, id desc`.execute(db);
  return Map.groupBy(rows, ({ user_id }) => user_id);
}
