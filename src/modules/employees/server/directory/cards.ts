import { sql } from 'kysely';
import type { Department, Store } from '../../../../platform/contract/access.ts';
import { toReference } from '../../../../platform/server/records/references.ts';
import type { EmployeeCard } from '../../contract/employee.ts';
import { phoneOrNull } from '../phones.ts';

export interface CardRow {
  id: number;
  name: string;
  preferred_name: string | null;
  job_title: string | null;
  store: Store | null;
  department: Department | null;
  manager_id: number | null;
  manager: string | null;
  email: string;
  work_phone: string | null;
  direct_reports: number;
}

/** Columns of `employees e`, their `users u` and the manager’s `users m`. */
export const cardColumns = (today: string) => sql`
  e.user_id as id, u.shown_name as name, e.preferred_name, e.job_title, e.store, e.department,
  e.manager_id, m.shown_name as manager, u.email, e.work_phone,
  (select count(*)::integer from employees below join users on users.id = below.user_id
    where below.manager_id = e.user_id and users.is_active and users.deleted_at is null
      and coalesce(below.left_on >= ${today}::date, true)) as direct_reports`;

/** `employees e` with their `users u` and, as the columns need it, the manager’s `users m`. */
export const cardTables = sql`
  employees e join users u on u.id = e.user_id left join users m on m.id = e.manager_id`;

/** The same, with a manager only as far as colleagues see one. */
export const directoryTables = (today: string) => sql`
  employees e join users u on u.id = e.user_id
  left join lateral (select mu.id, mu.shown_name from employees me join users mu on mu.id = me.user_id
    where me.user_id = e.manager_id and mu.is_active and mu.deleted_at is null
      and coalesce(me.left_on >= ${today}::date, true)) m on true`;

export const toCard = (row: CardRow): EmployeeCard => ({
  id: row.id,
  name: row.name,
  preferredName: row.preferred_name,
  jobTitle: row.job_title,
  store: row.store,
  department: row.department,
  manager: row.manager === null ? null : toReference(row.manager_id, row.manager),
  email: row.email,
  workPhone: phoneOrNull(row.work_phone),
  directReports: row.direct_reports,
});

/** The order of names in every list. */
export const byName = sql`lower(u.last_name), lower(u.first_name), e.user_id`;
