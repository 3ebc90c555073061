import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import {
  addDays,
  type CalendarDate,
  dateAt,
  dayStart,
  weekStartOf,
} from '../../../../platform/contract/wallTime.ts';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import type { OvertimeBasis } from '../../contract/rules.ts';
import type { Approval } from '../../contract/sheets.ts';
import { type CountedDay, countWeek } from '../hours/week.ts';
import { type GroupRules, readGroupRules, rulesFor } from '../rules/policy.ts';
import type { ClockDb } from '../tables.ts';
import type { LastApproval } from './approvals.ts';
import { type CountedPunch, findCounted } from './punches.ts';
import { standing } from './weeks.ts';

/** One person’s workweek; `days` are its seven, also those before or after what was asked for. */
export interface HoursWeek {
  start: CalendarDate;
  /** It is over. */
  isOver: boolean;
  state: Approval['state'];
  /** In milliseconds, by the law and the basis each week stands under. */
  days: readonly Pick<CountedDay, 'date' | 'paidMs' | 'overtimeMs' | 'doubleMs' | 'flags'>[];
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
 * The workweeks these people have hours in, of all weeks that touch the days from `from` to `to`, counted at
 * `now` exactly as their sheets are; by person, the earliest first. Who has no hours is missing.
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
  // Nobody has worked tomorrow.
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
  const earliest = Math.min(...[...punches.values()].map(([one]) => one?.at ?? now));
  const begun = weekStartOf(dateAt(timezone, Math.min(earliest, now)), policy.weekStartsOn);
  const starts = weeksBetween(later(first, begun), end);
  const weeks = new Map<number, HoursWeek[]>();
  for (const person of people) {
    const own = punches.get(person.id) ?? [];
    if (own.length === 0) continue;
    const known = { bases: bases.get(person.id) ?? [], approvals: approvals.get(person.id) ?? [] };
    weeks.set(person.id, countWeeks(person, own, { group, starts, now, ...known }));
    // Years of a whole group take a while; whoever else asks something is answered in between.
    await nextTurn();
  }
  return weeks;
}

interface Known {
  group: GroupRules;
  starts: readonly CalendarDate[];
  now: number;
  bases: readonly (Dated & { basis: OvertimeBasis })[];
  approvals: readonly (LastApproval & { week_start: CalendarDate })[];
}

function countWeeks(person: Person, own: readonly CountedPunch[], known: Known): HoursWeek[] {
  const { group, starts, now, bases, approvals } = known;
  const weeks: HoursWeek[] = [];
  for (const start of starts) {
    const punches = touching(
      own,
      dayStart(group.timezone, start),
      dayStart(group.timezone, addDays(start, 7)),
    );
    if (punches.length === 0) continue;
    const basis = bases.findLast(({ from_week }) => from_week <= start)?.basis ?? 'non_exempt';
    const { rules, state } = standing({
      start,
      punches,
      current: rulesFor(group, person.store_access, basis),
      last: approvals.find(({ week_start }) => week_start === start),
    });
    const { days, end: ends } = countWeek(punches, start, rules, now);
    if (days.every(({ paidMs, flags }) => paidMs === 0 && flags.length === 0)) continue;
    weeks.push({ start, isOver: ends <= now, state, days });
  }
  return weeks;
}

/** Of punches in order those of the shifts that touch the time from `start` to `end`, as `findCounted` has them. */
function touching(own: readonly CountedPunch[], start: number, end: number): CountedPunch[] {
  const begins = (at: number) => own[at]?.kind === 'clock_in';
  let first = firstFrom(own, start);
  let until = firstFrom(own, end);
  if (first > 0) first -= 1;
  while (first > 0 && !begins(first)) first -= 1;
  while (until < own.length && !begins(until)) until += 1;
  const last = own[until - 1];
  // Over before the week began.
  if (!last || (last.kind === 'clock_out' && last.at < start)) return [];
  return own.slice(first, until);
}

/** Where the first of them at or after an instant is. */
function firstFrom(own: readonly CountedPunch[], at: number): number {
  let [low, high] = [0, own.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((own[middle]?.at ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

function weeksBetween(first: CalendarDate, end: CalendarDate): CalendarDate[] {
  const starts: CalendarDate[] = [];
  for (let start = first; start < end; start = addDays(start, 7)) starts.push(start);
  return starts;
}

const earlier = (a: CalendarDate, b: CalendarDate) => (a < b ? a : b);
const later = (a: CalendarDate, b: CalendarDate) => (a > b ? a : b);

async function findAllBases(db: ClockDb, ids: readonly number[]) {
  const { rows } = await sql<Dated & { basis: OvertimeBasis }>`
    select user_id, basis, from_week::text as from_week from time_overtime_bases
    where user_id = any(${ids}::integer[]) order by user_id, from_week, id`.execute(db);
  return Map.groupBy(rows, ({ user_id }) => user_id);
}

/** What was last decided of each of these weeks. */
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
