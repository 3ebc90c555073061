import { type RawBuilder, sql } from 'kysely';
import type { Department, Store } from '../../../platform/contract/access.ts';
import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import type { PayBasis } from '../contract/fields.ts';

/** The current facts of an employee. Days are `2026-11-23`. */
export interface EmployeeRow {
  userId: number;
  /** The display name. */
  name: string;
  employeeNumber: string | null;
  jobTitle: string | null;
  /** The home store; null: of the whole group. */
  store: Store | null;
  department: Department | null;
  managerId: number | null;
  hiredOn: string | null;
  /** The last day. */
  leftOn: string | null;
  payBasis: PayBasis | null;
}

/** By the id of the account, also former employees; ids that are no employee’s are missing. Without an access check. */
export async function findEmployees(
  db: Db<AnyTables>,
  ids: readonly number[],
): Promise<Map<number, EmployeeRow>> {
  const { rows } = await sql<EmployeeRow>`
    select e.user_id as "userId", u.shown_name as name, e.employee_number as "employeeNumber",
      e.job_title as "jobTitle", e.store, e.department, e.manager_id as "managerId",
      e.hired_on::text as "hiredOn", e.left_on::text as "leftOn", e.pay_basis as "payBasis"
    from employees e join users u on u.id = e.user_id
    where e.user_id = any(${ids}::integer[])`.execute(db);
  return new Map(rows.map((row) => [row.userId, row]));
}

/** The job an employee `e` had on a day; before the first, the first. */
export const jobAt = (day: RawBuilder<unknown>) => sql`(
  select j.id, j.store, j.department, j.job_title from employee_jobs j
  where j.user_id = e.user_id and j.removed_at is null
  order by j.effective_on <= ${day} desc, case when j.effective_on <= ${day} then j.effective_on end desc,
    j.effective_on, j.id desc
  limit 1)`;

/** The managers of an employee as `above`, with their `id` and `level`: 1 is the nearest. */
export const withAbove = (userId: number | RawBuilder<unknown>) => sql`with recursive above as (
  select manager_id as id, 1 as level, array[user_id] as seen from employees where user_id = ${userId}
  union all
  select e.manager_id, level + 1, seen || e.user_id from above join employees e on e.user_id = above.id
  where not e.user_id = any(seen))`;

const managersOf = (userId: number | RawBuilder<unknown>) => sql<{ id: number }>`
  ${withAbove(userId)} select above.id from above join users u on u.id = above.id
  where u.is_active and not u.pending and u.deleted_at is null
  order by level`;

/**
 * The ids of those above an employee, nearest first: only who can sign in. A manager who cannot is passed over for
 * the one above them.
 */
export async function findManagers(db: Db<AnyTables>, userId: number): Promise<number[]> {
  const { rows } = await managersOf(userId).execute(db);
  return rows.map(({ id }) => id);
}

/** The id of the first of `findManagers` by the id of each employee; those who have none are missing. */
export async function findNearestManagers(
  db: Db<AnyTables>,
  userIds: readonly number[],
): Promise<Map<number, number>> {
  const { rows } = await sql<{ user_id: number; manager_id: number }>`
    select e.user_id, manager.id as manager_id
    from unnest(${[...new Set(userIds)]}::integer[]) e (user_id)
    cross join lateral (${managersOf(sql`e.user_id`)} limit 1) manager`.execute(db);
  return new Map(rows.map(({ user_id, manager_id }) => [user_id, manager_id]));
}

/** The ids of all below an employee, directly or further down, also former ones; in no particular order. */
export async function listReports(db: Db<AnyTables>, managerId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive below as (
      select user_id from employees where manager_id = ${managerId}
      union select e.user_id from employees e join below on e.manager_id = below.user_id)
    select user_id as id from below where user_id <> ${managerId}`.execute(db);
  return rows.map(({ id }) => id);
}

/** As in the unique index, which answers the query. */
const comparable = (number: RawBuilder<unknown>) =>
  sql`upper(regexp_replace(${number}, '^0+(?=[0-9]+$)', ''))`;

/**
 * The account with this employee number, in any case and with or without leading zeros; null if there is none. Without
 * an access check.
 */
export async function findEmployeeByNumber(
  db: Db<AnyTables>,
  number: string,
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select user_id as id from employees
    where ${comparable(sql`employee_number`)} = ${comparable(sql`${number}::text`)}`.execute(db);
  return rows[0]?.id ?? null;
}
