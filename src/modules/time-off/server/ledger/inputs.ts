import { sql } from 'kysely';
import { addDays, type CalendarDate } from '../../../../platform/contract/wallTime.ts';
import { type EmployeeRow, findEmployees } from '../../../employees/server/public.ts';
import { countHours } from '../../../time-clock/server/public.ts';
import { type Day, dateOf, dayOf } from '../accrual/calendar.ts';
import { type AccrualRule, type Place, type RuleRow, toAccrualRule } from '../accrual/rule.ts';
import type { AccrualInput } from '../accrual/simulate.ts';
import { type Pattern, workMinutesOn } from '../counting/count.ts';
import type { TimeOffDb } from '../tables.ts';

/** What is the same for all kinds of one person. */
export interface Worker {
  employee: EmployeeRow;
  places: Place[];
  patterns: Pattern[];
}

/** The employees among these ids, with where and how they work. */
export async function findWorkers(
  db: TimeOffDb,
  ids: readonly number[],
): Promise<Map<number, Worker>> {
  const [employees, jobs, patterns] = await Promise.all([
    findEmployees(db, ids),
    findPlaces(db, ids),
    findPatterns(db, ids),
  ]);
  return new Map(
    [...employees].map(([id, employee]) => {
      const { store, department } = employee;
      const known = jobs.get(id) ?? [];
      // Without a job history they have always worked where they do now.
      const places = known.length > 0 ? known : [{ from: 0, store, department }];
      return [id, { employee, places, patterns: patterns.get(id) ?? [] }];
    }),
  );
}

async function findPlaces(db: TimeOffDb, ids: readonly number[]): Promise<Map<number, Place[]>> {
  const { rows } = await sql<{ user_id: number; effective_on: string } & Omit<Place, 'from'>>`
    select distinct on (user_id, effective_on) user_id, effective_on::text as effective_on, store, department
    from employee_jobs where user_id = any(${ids}::integer[]) and removed_at is null
    order by user_id, effective_on, id desc`.execute(db);
  return groupByUser(rows, ({ effective_on, store, department }) => ({
    from: dayOf(effective_on),
    store,
    department,
  }));
}

export async function findPatterns(
  db: TimeOffDb,
  ids: readonly number[],
): Promise<Map<number, Pattern[]>> {
  const { rows } = await sql<{ user_id: number; effective_on: string; minutes: number[] }>`
    select user_id, effective_on::text as effective_on, minutes from time_off_patterns
    where user_id = any(${ids}::integer[]) order by user_id, effective_on`.execute(db);
  return groupByUser(rows, ({ effective_on, minutes }) => ({ effectiveOn: effective_on, minutes }));
}

function groupByUser<Row extends { user_id: number }, T>(
  rows: readonly Row[],
  of: (row: Row) => T,
): Map<number, T[]> {
  const groups = new Map<number, T[]>();
  for (const row of rows) {
    const group = groups.get(row.user_id) ?? [];
    groups.set(row.user_id, group);
    group.push(of(row));
  }
  return groups;
}

/** The rules of the kinds that have a balance, by kind. */
export async function findRules(db: TimeOffDb): Promise<Map<number, AccrualRule[]>> {
  const { rows } = await sql<RuleRow>`
    select r.id, kind_id, store, department, effective_on::text as effective_on, ends_on::text as ends_on,
      method, steps, period, period_anchor::text as period_anchor, year_month, year_day, worked_minutes,
      waiting_days, usable_after_days, cap_minutes, carry_over_minutes, carry_over_months, prorates
    from time_off_rules r join time_off_kinds k on k.id = r.kind_id where k.has_balance
    order by r.id`.execute(db);
  const rules = new Map<number, AccrualRule[]>();
  for (const row of rows) {
    const ofKind = rules.get(row.kind_id) ?? [];
    rules.set(row.kind_id, ofKind);
    ofKind.push(toAccrualRule(row));
  }
  return rules;
}

/** What is in the ledger under one key. */
export interface Posted {
  key: string;
  day: Day;
  type: string;
  minutes: number;
  carriedMinutes: number | null;
  /** Posted by a rule, not by a person. */
  isCalculated: boolean;
}

/** The ledger of these people, summed by key. */
export async function findPosted(
  db: TimeOffDb,
  ids: readonly number[],
): Promise<Map<string, Posted[]>> {
  const { rows } = await sql<
    { user_id: number; kind_id: number; day: string } & Omit<Posted, 'day'>
  >`
    select user_id, kind_id, key, day::text as day, type, sum(minutes)::integer as minutes,
      sum(carried_minutes)::integer as "carriedMinutes",
      type not in ('used', 'adjusted') as "isCalculated"
    from time_off_ledger where user_id = any(${ids}::integer[])
    group by user_id, kind_id, key, day, type order by day`.execute(db);
  const posted = new Map<string, Posted[]>();
  for (const { user_id, kind_id, day, ...row } of rows) {
    const key = accountOf(user_id, kind_id);
    const account = posted.get(key) ?? [];
    posted.set(key, account);
    account.push({ ...row, day: dayOf(day) });
  }
  return posted;
}

export const accountOf = (userId: number, kindId: number) => `${userId}:${kindId}`;

/** Working minutes by day, if any rule counts hours worked. */
export async function findWorked(
  db: TimeOffDb,
  workers: ReadonlyMap<number, Worker>,
  rules: ReadonlyMap<number, readonly AccrualRule[]>,
  until: CalendarDate,
): Promise<Map<number, Map<Day, number>>> {
  const byHours = [...rules.values()].flat().filter(({ method }) => method === 'hours_worked');
  if (byHours.length === 0) return new Map();
  const from = byHours.reduce((first, rule) => Math.min(first, rule.from), Number.MAX_SAFE_INTEGER);
  const worked = new Map<number, Map<Day, number>>();
  const hourly: number[] = [];
  for (const [id, { employee, patterns }] of workers) {
    if (employee.payBasis === 'salary') worked.set(id, usualHours(employee, patterns, from, until));
    else hourly.push(id);
  }
  const people = await findStoreAccess(db, hourly);
  const span = { from: dateOf(from), to: until };
  for (const [id, weeks] of await countHours(db, people, span, Date.now())) {
    const days = weeks.flatMap((week) => week.days);
    worked.set(id, new Map(days.map(({ date, paidMs }) => [dayOf(date), paidMs / 60_000])));
  }
  return worked;
}

async function findStoreAccess(db: TimeOffDb, ids: readonly number[]) {
  const { rows } = await sql<{ id: number; store_access: string[] }>`
    select id, store_access from users where id = any(${ids}::integer[])`.execute(db);
  return rows;
}

/** Salaried employees count as working their usual week, as California’s law has it (Labor Code 246(b)(2)). */
function usualHours(
  { hiredOn, leftOn }: EmployeeRow,
  patterns: readonly Pattern[],
  from: Day,
  until: CalendarDate,
): Map<Day, number> {
  const days = new Map<Day, number>();
  if (hiredOn === null) return days;
  const last = leftOn !== null && leftOn < until ? leftOn : until;
  let date = hiredOn > dateOf(from) ? hiredOn : dateOf(from);
  for (; date <= last; date = addDays(date, 1)) {
    const minutes = workMinutesOn(patterns, date);
    if (minutes > 0) days.set(dayOf(date), minutes);
  }
  return days;
}

/** Whether an entry closed an earlier employment than that of someone hired on a day. */
export const closesEarlier = (
  { key, day }: Pick<Posted, 'key' | 'day'>,
  hiredOn: Day | null,
): boolean => key.startsWith('ended:') && hiredOn !== null && day <= hiredOn;

/** Where the calculation begins: an earlier employment that was closed stays as it is. */
function openingOf(posted: readonly Posted[], hiredOn: Day | null): AccrualInput['opening'] {
  const closed = posted.findLast((entry) => closesEarlier(entry, hiredOn));
  if (!closed) return null;
  // Of the day on which it was closed, only that stays: someone hired on it accrues from it.
  const after = closed.day === hiredOn ? closed.day - 1 : closed.day;
  const minutes = posted
    .filter(({ day, key }) => day <= after || key === closed.key)
    .reduce((sum, entry) => sum + entry.minutes, 0);
  return { after, minutes };
}

interface Account {
  worker: Worker;
  rules: readonly AccrualRule[];
  posted: readonly Posted[];
  worked: ReadonlyMap<Day, number> | undefined;
  weekStartsOn: number;
}

export function toAccrualInput(account: Account): AccrualInput {
  const { worker, rules, posted, worked = new Map(), weekStartsOn } = account;
  const { hiredOn, leftOn } = worker.employee;
  const hired = hiredOn === null ? null : dayOf(hiredOn);
  return {
    rules,
    hiredOn: hired,
    leftOn: leftOn === null ? null : dayOf(leftOn),
    places: worker.places,
    opening: openingOf(posted, hired),
    changes: posted.filter(({ isCalculated }) => !isCalculated),
    workedOn: worked,
    weekStartsOn,
  };
}
