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
import { findBases } from '../rules/basis.ts';
import { type GroupRules, readGroupRules, rulesFor } from '../rules/policy.ts';
import type { ClockDb } from '../tables.ts';
import { findApprovals, type LastApproval } from './approvals.ts';
import { fingerprintOf } from './fingerprint.ts';
import { type CountedPunch, findCounted } from './punches.ts';
import { countWaiting } from './waiting.ts';

interface Person {
  id: number;
  store_access: readonly string[];
}

/** One person's week, calculated with its rules. */
export interface PersonWeek {
  rules: Rules;
  punches: CountedPunch[];
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
  const [from, until] = [dayStart(timezone, start), dayStart(timezone, addDays(start, 7))];
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
      punches: punches.get(id) ?? [],
      current: rulesFor(group, store_access, bases.get(id) ?? 'non_exempt'),
      last: approvals.get(id),
      waiting: waiting.get(id) ?? 0,
    });
  return { start, group, of: new Map(people.map((person) => [person.id, weekOf(person)])) };
}

interface WeekInput {
  start: CalendarDate;
  now: number;
  punches: CountedPunch[];
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
