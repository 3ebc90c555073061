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
import { listUpward } from './writing/lines.ts';

interface Job {
  user_id: number;
  job_title: string | null;
  store: Store | null;
  department: Department | null;
}

interface Row extends Job {
  name: string;
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
        const above = new Set(await listUpward(tx, to.id));
        const fit = rows.filter(({ user_id }) => !above.has(user_id));
        const problems = rows
          .filter(({ user_id }) => above.has(user_id))
          .map(({ user_id, name }) => ({
            id: String(user_id),
            message:
              user_id === to.id
                ? `${to.name} can’t report to themselves. Choose another manager for them.`
                : `${to.name} reports to ${name}. Choose another manager for them.`,
          }));
        const userIds = fit.map(({ user_id }) => user_id);
        const { rows: planned } = await sql<Job & { effective_on: string }>`
          update employee_jobs set manager_id = ${to.id}
          where user_id = any(${userIds}::integer[]) and manager_id = ${from.id}
            and applied_at is null and removed_at is null
          returning user_id, effective_on::text as effective_on, job_title, store, department`.execute(
          tx,
        );
        const { rows: current } = await sql<Job>`
          update employees set manager_id = ${to.id}
          where user_id = any(${userIds}::integer[]) and manager_id = ${from.id}
          returning user_id, job_title, store, department`.execute(tx);
        await sql`update employees set version = version + 1
          where user_id = any(${userIds}::integer[])`.execute(tx);
        const currentIds = current.map(({ user_id }) => user_id);
        const reason = `${from.name} left`;
        await sql`insert into employee_jobs (user_id, effective_on, job_title, store, department, manager_id,
            reason, recorded_by, applied_at)
          select e.user_id, ${today}::date, e.job_title, e.store, e.department, e.manager_id, ${reason},
            ${actor.userId}, now()
          from employees e where e.user_id = any(${currentIds}::integer[])`.execute(tx);
        const moves = [
          ...current.map((job) => ({ ...job, effective_on: today, isPlanned: false })),
          ...planned.map((job) => ({ ...job, isPlanned: true })),
        ];
        for (const { user_id, effective_on, job_title, store, department, isPlanned } of moves) {
          const facts = { jobTitle: job_title, store, department };
          await addEvent(tx, user_id, actor.userId, {
            kind: 'job',
            effectiveOn: effective_on,
            from: { ...facts, manager: from.name },
            to: { ...facts, manager: to.name },
            reason,
            isPlanned,
          });
        }
        const names = new Map(fit.map(({ user_id, name }) => [user_id, name]));
        await recordActivity(
          tx,
          ...moves.map(({ user_id, effective_on, isPlanned }) => ({
            actor,
            action: isPlanned ? 'employee.job_planned' : 'employee.job_changed',
            subject: { type: 'user', id: user_id, name: names.get(user_id) ?? '' },
            before: { managerId: from.id },
            after: { managerId: to.id, effectiveOn: effective_on },
            ip,
          })),
        );
        return { fit, problems, currentIds };
      });
      for (const { user_id: id, store } of done.fit) {
        await publishChanged(platform, {
          id,
          stores: [store],
          isPublic: done.currentIds.includes(id),
        });
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
