import { sql } from 'kysely';
import { invalid } from '../../../../platform/server/errors.ts';
import { isInDirectory } from '../policy.ts';
import type { EmployeesDb } from '../tables.ts';

/** The ids of an employee and of everyone above them, also of those who left. Call `lockLines` first. */
export async function listUpward(tx: EmployeesDb, employeeId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive above as (
      select ${employeeId}::integer as id
      union select e.manager_id from employees e join above on e.user_id = above.id
      where e.manager_id is not null)
    select id from above`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Whether the manager is the employee, or reports to them. Call `lockLines` first. */
export const closesCircle = async (
  tx: EmployeesDb,
  employeeId: number,
  managerId: number | null,
): Promise<boolean> => managerId !== null && (await listUpward(tx, managerId)).includes(employeeId);

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
