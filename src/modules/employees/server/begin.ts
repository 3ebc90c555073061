import { sql } from 'kysely';
import type { Store } from '../../../platform/contract/access.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import { notify, publishNotifications } from '../../notifications/server/public.ts';
import { listHr } from './holders.ts';
import { publishChanged } from './publish.ts';
import { addEvent } from './record/events.ts';
import type { EmployeesDb } from './tables.ts';
import { getToday } from './today.ts';
import { lockLines, raiseVersion } from './writing/change.ts';
import { applyJobs, applyPay, describeJob } from './writing/current.ts';

type Parts = Pick<Platform, 'db' | 'realtime' | 'log' | 'mail' | 'publicUrl'>;

/** Begins the jobs and the pay whose day has come in the group’s time zone; those that were missed, too. */
export async function beginPlanned(platform: Parts, today?: string): Promise<void> {
  const db: EmployeesDb = platform.db;
  const day = today ?? (await getToday(db));
  const { rows } = await sql<{ id: number }>`
    select user_id as id from employee_jobs
    where applied_at is null and removed_at is null and effective_on <= ${day}::date
    union select user_id from employee_pay
    where applied_at is null and removed_at is null and effective_on <= ${day}::date
    order by 1`.execute(db);
  // One at a time, so that one that fails does not keep the others from beginning.
  for (const { id } of rows) {
    await begin(platform, id, day).catch((err) =>
      platform.log.error({ err, employeeId: id }, 'A planned change of an employee did not begin'),
    );
  }
}

async function begin(platform: Parts, id: number, today: string): Promise<void> {
  const db: EmployeesDb = platform.db;
  const { stores, isPublic, notices } = await db.transaction().execute(async (tx) => {
    await lockLines(tx);
    const { rows } = await sql<{ store: Store | null; name: string }>`
      select e.store, u.shown_name as name from employees e join users u on u.id = e.user_id
      where e.user_id = ${id} for update of e`.execute(tx);
    const [before] = rows;
    if (!before) return { stores: [], isPublic: false, notices: null };
    const isJob = await hasJobToBegin(tx, id, today);
    const applied = isJob ? await applyJobs(tx, id, today) : null;
    await applyPay(tx, id, today);
    const after = await raiseVersion(tx, id);
    if (applied) {
      await addEvent(tx, id, null, {
        kind: 'job_began',
        effectiveOn: applied.job.effective_on,
        to: await describeJob(tx, applied.job),
        keptManager: applied.keptManager,
      });
    }
    const kept = applied?.keptManager
      ? await notify(tx, {
          userIds: await listHr(tx, after.store, { except: id }),
          title: `Check the manager of ${before.name}`,
          message:
            'A planned job began, but its manager now reports to this employee. The manager was not changed.',
          type: 'warning',
          actionUrl: `/people?employee=${id}`,
          actionLabel: 'Open the file',
          key: `employee-manager-kept:${applied.job.id}`,
          deliver: { push: true, digest: true },
        })
      : null;
    return { stores: [before.store, after.store], isPublic: applied !== null, notices: kept };
  });
  if (notices) await publishNotifications(platform, notices);
  await publishChanged(platform, { id, stores, isPublic });
}

async function hasJobToBegin(tx: EmployeesDb, id: number, today: string): Promise<boolean> {
  const { rows } = await sql`select from employee_jobs where user_id = ${id} and applied_at is null
    and removed_at is null and effective_on <= ${today}::date limit 1`.execute(tx);
  return rows.length > 0;
}
