import { sql } from 'kysely';
import type { Department, Store } from '../../../../platform/contract/access.ts';
import { toReference } from '../../../../platform/server/records/references.ts';
import type { Job } from '../../contract/employee.ts';
import type { EmployeesDb } from '../tables.ts';

interface JobRow {
  id: number;
  effective_on: string;
  job_title: string | null;
  store: Store | null;
  department: Department | null;
  manager_id: number | null;
  manager: string | null;
  reason: string;
  recorded_by: string | null;
  recorded_at: Date;
}

/** What is true of a row with a day: the latest that has begun is current. `rows` are the latest first. */
export function statesOf<Row extends { effective_on: string }>(
  rows: readonly Row[],
  today: string,
): (Row & { state: Job['state'] })[] {
  const current = rows.find(({ effective_on }) => effective_on <= today);
  return rows.map((row) => {
    if (row.effective_on > today) return { ...row, state: 'planned' };
    return { ...row, state: row === current ? 'current' : 'past' };
  });
}

/** The jobs of an employee, latest first. The caller has checked access. */
export async function listJobs(db: EmployeesDb, id: number, today: string): Promise<Job[]> {
  const { rows } = await sql<JobRow>`
    select j.id, j.effective_on::text as effective_on, j.job_title, j.store, j.department, j.manager_id,
      m.shown_name as manager, j.reason, r.shown_name as recorded_by, j.recorded_at
    from employee_jobs j left join users m on m.id = j.manager_id left join users r on r.id = j.recorded_by
    where j.user_id = ${id} and j.removed_at is null
    order by j.effective_on desc, j.id desc`.execute(db);
  return statesOf(rows, today).map((row) => ({
    id: row.id,
    effectiveOn: row.effective_on,
    jobTitle: row.job_title,
    store: row.store,
    department: row.department,
    manager: toReference(row.manager_id, row.manager),
    reason: row.reason,
    recordedBy: row.recorded_by,
    recordedAt: row.recorded_at.toISOString(),
    state: row.state,
  }));
}
