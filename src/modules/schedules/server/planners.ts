import { sql } from 'kysely';
import type { Department, Store } from '../../../platform/contract/access.ts';
import { worksAt } from '../../../platform/server/records/staff.ts';
import type { SchedulesDb } from './tables.ts';

/**
 * The managers of a department who plan its schedule; where it has none at the store, those who lead the store. They
 * are notified of what needs a decision; others who may plan it are not.
 */
export async function listPlanners(
  db: SchedulesDb,
  store: Store,
  department: Department,
): Promise<number[]> {
  const { rows } = await sql<{ id: number; isOwn: boolean }>`
    select u.id, u.department = ${department} as "isOwn" from users u
    where ${worksAt([store])} and (u.role = 'general_manager'
      or (u.role = 'manager' and u.department = ${department}))
    order by u.id`.execute(db);
  const own = rows.filter(({ isOwn }) => isOwn);
  return (own.length > 0 ? own : rows).map(({ id }) => id);
}
