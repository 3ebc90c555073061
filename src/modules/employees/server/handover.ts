import { sql } from 'kysely';
import type { Department, Store } from '../../../platform/contract/access.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import {
  type HandoverSource,
  sharedViewHandover,
} from '../../../platform/server/records/handover.ts';
import { integerIds } from '../../../platform/server/records/sources.ts';
import { mayUse } from '../../../platform/server/records/staff.ts';
import { recordActivity } from '../../activity/server/public.ts';
import { hrReadAccess } from '../contract/fields.ts';
import { publishChanged } from './publish.ts';
import { addEvent } from './record/events.ts';
import type { EmployeesDb } from './tables.ts';
import { getToday } from './today.ts';
import { lockLines } from './writing/change.ts';
import { closesCircle } from './writing/lines.ts';

interface Row {
  user_id: number;
  name: string;
  job_title: string | null;
  store: Store | null;
  department: Department | null;
}

/** Who reports to an employee directly, also by a job that is planned. */
export function reportHandover(platform: Platform): HandoverSource {
  const db: EmployeesDb = platform.db;
  const plannedFor = (userId: number) => sql`exists (select from employee_jobs j
    where j.user_id = e.user_id and j.manager_id = ${userId}
      and j.applied_at is null and j.removed_at is null)`;
  const find = async (from: EmployeesDb, userId: number, lock = sql``) => {
    const { rows } = await sql<Row>`
      select e.user_id, u.shown_name as name, e.job_title, e.store, e.department
      from employees e join users u on u.id = e.user_id
      where (e.manager_id = ${userId} or ${plannedFor(userId)}) and u.deleted_at is null
      order by u.last_name, u.first_name, u.id ${lock}`.execute(from);
    return rows;
  };
  return {
    key: 'reports',
    title: 'Direct reports',
    act: 'move',
    async list(userId) {
      return (await find(db, userId)).map((row) => ({
        id: String(row.user_id),
        title: row.name,
        detail: row.job_title ?? '',
        store: row.store,
        href: `/people?employee=${row.user_id}`,
      }));
    },
    async move({ actor, from, to, ids, ip }) {
      const chosen = integerIds(ids);
      const today = await getToday(db);
      const done = await db.transaction().execute(async (tx) => {
        await lockLines(tx);
        const rows = (await find(tx, from.id, sql`for update of e`)).filter(({ user_id }) =>
          chosen.includes(user_id),
        );
        const fit: Row[] = [];
        const problems: { id: string; message: string }[] = [];
        for (const row of rows) {
          if (!(await closesCircle(tx, row.user_id, to.id))) fit.push(row);
          else {
            const message =
              row.user_id === to.id
                ? `${to.name} can’t report to themselves. Choose another manager for them.`
                : `${to.name} reports to ${row.name}. Choose another manager for them.`;
            problems.push({ id: String(row.user_id), message });
          }
        }
        const userIds = fit.map(({ user_id }) => user_id);
        await sql`update employee_jobs set manager_id = ${to.id}
          where user_id = any(${userIds}::integer[]) and manager_id = ${from.id}
            and applied_at is null and removed_at is null`.execute(tx);
        const { rows: changed } = await sql<{ user_id: number }>`
          update employees set manager_id = ${to.id}, version = version + 1
          where user_id = any(${userIds}::integer[]) and manager_id = ${from.id}
          returning user_id`.execute(tx);
        const reason = `${from.name} left`;
        await sql`insert into employee_jobs (user_id, effective_on, job_title, store, department, manager_id,
            reason, recorded_by, applied_at)
          select e.user_id, ${today}::date, e.job_title, e.store, e.department, e.manager_id, ${reason},
            ${actor.userId}, now()
          from employees e
          where e.user_id = any(${changed.map(({ user_id }) => user_id)}::integer[])`.execute(tx);
        for (const { user_id, job_title, store, department } of fit) {
          const facts = { jobTitle: job_title, store, department };
          await addEvent(tx, user_id, actor.userId, {
            kind: 'job',
            effectiveOn: today,
            from: { ...facts, manager: from.name },
            to: { ...facts, manager: to.name },
            reason,
            isPlanned: false,
          });
        }
        await recordActivity(
          tx,
          ...fit.map(({ user_id, name }) => ({
            actor,
            action: 'employee.job_changed',
            subject: { type: 'user', id: user_id, name },
            before: { managerId: from.id },
            after: { managerId: to.id },
            ip,
          })),
        );
        return { fit, problems };
      });
      for (const { user_id: id, store } of done.fit) {
        await publishChanged(platform, { id, stores: [store], isPublic: true });
      }
      return { moved: done.fit.map(({ user_id }) => String(user_id)), problems: done.problems };
    },
  };
}

/** Saved views of HR’s list that a store shares. */
export const employeeViewHandover = ({ db }: Pick<Platform, 'db'>): HandoverSource =>
  sharedViewHandover(db, {
    key: 'employee_views',
    title: 'Shared HR views',
    table: 'employee_views',
    href: '/hr',
    condition: mayUse(hrReadAccess),
    refusal: 'This employee doesn’t read employee files at this store.',
  });
