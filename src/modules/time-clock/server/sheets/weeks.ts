import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import {
  addDays,
  type CalendarDate,
  dateAt,
  dayStart,
  weekStartOf,
} from '../../../../platform/contract/wallTime.ts';
import type { Rules } from '../../contract/rules.ts';
import type { Approval } from '../../contract/sheets.ts';
import { countWeek, type Week } from '../hours/week.ts';
import { type CountedPunch, findCounted } from '../punches.ts';
import { findBases } from '../rules/basis.ts';
import { type GroupRules, readGroupRules, rulesFor } from '../rules/payPolicy.ts';
import type { ClockDb } from '../tables.ts';
import { withOnlyStore } from '../workplace.ts';

interface Person {
  id: number;
  store_access: readonly string[];
}

/** One person's week, calculated with its rules. */
export interface PersonWeek {
  rules: Rules;
  punches: readonly CountedPunch[];
  counted: Week;
  approval: Approval;
  waiting: number;
  /** Why it cannot be approved yet; null if it can. */
  approvalWaitsFor: string | null;
}

export interface Weeks {
  start: CalendarDate;
  group: GroupRules;
  of: Map<number, PersonWeek>;
}

/** The week of these people that contains `date` (or today), calculated as of `now`. */
export async function findWeeks(
  db: ClockDb,
  people: readonly Person[],
  date: CalendarDate | undefined,
  now: number,
): Promise<Weeks> {
  const group = await readGroupRules(db);
  const { timezone, policy } = group;
  const start = weekStartOf(date ?? dateAt(timezone, now), policy.weekStartsOn);
  const ids = people.map(({ id }) => id);
  const from = dayStart(timezone, start);
  const until = dayStart(timezone, addDays(start, 7));
  const [punches, bases, approvals, waiting] = await Promise.all([
    findCounted(db, ids, from, until),
    findBases(db, ids, start),
    findApprovals(db, ids, start),
    countWaiting(db, ids),
  ]);
  const weekOf = ({ id, store_access }: Person) =>
    toPersonWeek({
      start,
      now,
      punches: withOnlyStore(punches.get(id) ?? [], { id, store_access }),
      current: rulesFor(group, store_access, bases.get(id) ?? 'non_exempt'),
      last: approvals.get(id),
      waiting: waiting.get(id) ?? 0,
    });
  return { start, group, of: new Map(people.map((person) => [person.id, weekOf(person)])) };
}

interface WeekInput {
  start: CalendarDate;
  now: number;
  punches: readonly CountedPunch[];
  current: Rules;
  last: LastApproval | undefined;
  waiting: number;
}

/** An approved week keeps the rules it was approved with, unless its punches have changed. */
export function resolveApproval({
  start,
  punches,
  current,
  last,
}: Pick<WeekInput, 'start' | 'punches' | 'current' | 'last'>): {
  rules: Rules;
  state: Approval['state'];
} {
  const isApproved =
    last?.approved === true && last.fingerprint === fingerprintOf(start, last.rules, punches);
  if (isApproved) return { rules: last.rules, state: 'approved' };
  return { rules: current, state: last?.approved ? 'changed' : 'open' };
}

function toPersonWeek(input: WeekInput): PersonWeek {
  const { start, now, punches, last, waiting } = input;
  const { rules, state } = resolveApproval(input);
  const counted = countWeek(punches, start, rules, now);
  const approval: Approval = {
    state,
    by: last?.approved ? last.by : null,
    at: last?.approved ? last.decided_at.toISOString() : null,
    fingerprint: fingerprintOf(start, rules, punches),
  };
  return {
    rules,
    punches,
    counted,
    approval,
    waiting,
    approvalWaitsFor: approvalBlocker(counted, waiting, now),
  };
}

function approvalBlocker({ days, end }: Week, waiting: number, now: number): string | null {
  const flags = new Set(days.flatMap(({ flags }) => flags));
  if (end > now) return 'The week isn’t over yet.';
  if (flags.has('no_clock_out')) return 'A clock-out is missing. Correct it first.';
  if (flags.has('open')) return 'A shift in this week is still running.';
  if (waiting > 0) return 'A correction request is pending.';
  return null;
}

/** Equal for the same week, punches and rules. */
function fingerprintOf(
  weekStart: CalendarDate,
  rules: Rules,
  punches: readonly CountedPunch[],
): string {
  const { timezone, law, basis, paidBreakMinutes, breakAfterMinutes } = rules;
  const content = [
    weekStart,
    [timezone, law, basis, paidBreakMinutes, breakAfterMinutes],
    punches.map(({ id, kind, at }) => [id, kind, at]),
  ];
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}

/** The number of pending requests per person; people without any are missing. */
async function countWaiting(db: ClockDb, userIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ user_id: number; count: number }>`
    select c.user_id, count(*) as count from time_corrections c
    where c.user_id = any(${userIds}::integer[])
      and not exists (select from time_decisions d where d.correction_id = c.id)
    group by c.user_id`.execute(db);
  return new Map(rows.map(({ user_id, count }) => [user_id, count]));
}

export interface LastApproval {
  user_id: number;
  approved: boolean;
  fingerprint: string;
  rules: Rules;
  by: string;
  decided_at: Date;
}

/** The latest approval decision on these people's week. */
async function findApprovals(
  db: ClockDb,
  userIds: readonly number[],
  weekStart: string,
): Promise<Map<number, LastApproval>> {
  const { rows } = await sql<LastApproval>`
    select distinct on (a.user_id) a.user_id, a.approved, a.fingerprint, a.rules, a.decided_at,
      u.shown_name as by
    from time_approvals a join users u on u.id = a.decided_by
    where a.user_id = any(${userIds}::integer[]) and a.week_start = ${weekStart}::date
    order by a.user_id, a.id desc`.execute(db);
  return new Map(rows.map((row) => [row.user_id, row]));
}
