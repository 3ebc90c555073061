import { type Selectable, sql } from 'kysely';
import type { JobFacts } from '../../contract/employee.ts';
import type { PayBasis } from '../../contract/fields.ts';
import type { EmployeesDb, EmployeeTables } from '../tables.ts';
import { closesCircle } from './lines.ts';

type Row = Pick<
  Selectable<EmployeeTables['employee_jobs']>,
  'id' | 'effective_on' | 'job_title' | 'store' | 'department' | 'manager_id'
>;
export type JobColumns = Pick<Row, 'job_title' | 'store' | 'department' | 'manager_id'>;

/** The job that has begun last; undefined if none is recorded. */
export async function findCurrentJob(
  tx: EmployeesDb,
  employeeId: number,
  today: string,
): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    select id, effective_on::text as effective_on, job_title, store, department, manager_id
    from employee_jobs where user_id = ${employeeId} and removed_at is null and effective_on <= ${today}::date
    order by effective_on desc, id desc limit 1`.execute(tx);
  return rows[0];
}

/**
 * Sets the file to the job that has begun last. The manager is kept if the new one now reports to the employee:
 * `keptManager`. Call `lockLines` first.
 */
export async function applyJobs(
  tx: EmployeesDb,
  employeeId: number,
  today: string,
): Promise<{ job: Row; keptManager: boolean } | null> {
  await sql`update employee_jobs set applied_at = clock_timestamp() where user_id = ${employeeId}
    and applied_at is null and removed_at is null and effective_on <= ${today}::date`.execute(tx);
  const job = await findCurrentJob(tx, employeeId, today);
  if (!job) return null;
  const keptManager = await closesCircle(tx, employeeId, job.manager_id);
  await tx
    .updateTable('employees')
    .set({
      job_title: job.job_title,
      store: job.store,
      department: job.department,
      ...(!keptManager && { manager_id: job.manager_id }),
    })
    .where('user_id', '=', employeeId)
    .execute();
  return { job, keptManager };
}

/** Sets the pay basis of the file to that of the pay that has begun last, if there is any. */
export async function applyPay(tx: EmployeesDb, employeeId: number, today: string): Promise<void> {
  await sql`update employee_pay set applied_at = clock_timestamp() where user_id = ${employeeId}
    and applied_at is null and removed_at is null and effective_on <= ${today}::date`.execute(tx);
  const { rows } = await sql<{ basis: PayBasis }>`
    select basis from employee_pay
    where user_id = ${employeeId} and removed_at is null and effective_on <= ${today}::date
    order by effective_on desc, id desc limit 1`.execute(tx);
  const [pay] = rows;
  if (!pay) return;
  await tx
    .updateTable('employees')
    .set({ pay_basis: pay.basis })
    .where('user_id', '=', employeeId)
    .execute();
}

/** What a job says, with the name of the manager. */
export async function describeJob(tx: EmployeesDb, job: JobColumns): Promise<JobFacts> {
  const { rows } = await sql<{ name: string }>`
    select shown_name as name from users where id = ${job.manager_id}`.execute(tx);
  return {
    jobTitle: job.job_title,
    store: job.store,
    department: job.department,
    manager: rows[0]?.name ?? null,
  };
}
