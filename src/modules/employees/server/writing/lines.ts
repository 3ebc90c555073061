import { sql } from 'kysely';
import { invalid } from '../../../../platform/server/errors.ts';
import { isInDirectory } from '../policy.ts';
import type { EmployeesDb } from '../tables.ts';

/** Whether the manager is the employee, or reports to them. Call `lockLines` first. */
export async function closesCircle(
  tx: EmployeesDb,
  employeeId: number,
  managerId: number | null,
): Promise<boolean> {
  if (managerId === null) return false;
  const { rows } = await sql`
    with recursive above as (
      select ${managerId}::integer as id
      union select e.manager_id from employees e join above on e.user_id = above.id
      where e.manager_id is not null)
    select from above where id = ${employeeId}`.execute(tx);
  return rows.length > 0;
}

/** Throws 400 unless this user can be the employee’s manager: someone who works here, and not below them. */
export async function assertCanManage(
  tx: EmployeesDb,
  { employeeId, managerId, today }: { employeeId: number; managerId: number; today: string },
): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select u.shown_name as name from employees e join users u on u.id = e.user_id
    where e.user_id = ${managerId} and ${isInDirectory(today)}`.execute(tx);
  if (!rows[0]) {
    throw invalid('Choose a manager who works here.', {
      managerId: 'Choose someone who works here',
    });
  }
  if (managerId === employeeId) {
    throw invalid('No one can be their own manager.', { managerId: 'Choose someone else' });
  }
  if (await closesCircle(tx, employeeId, managerId)) {
    const sentence = `${rows[0].name} reports to this employee, directly or further down.`;
    throw invalid(`${sentence} Choose another manager.`, { managerId: sentence });
  }
}
