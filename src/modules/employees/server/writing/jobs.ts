import { sql } from 'kysely';
import { addDays } from '../../../../platform/contract/wallTime.ts';
import { conflict, invalid, notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Limit } from '../../../../platform/server/limits/limits.ts';
import type * as calls from '../../contract/writing.ts';
import { isAtStoresOf } from '../policy.ts';
import type { FoundEmployee } from '../record/find.ts';
import type { EmployeesDb } from '../tables.ts';
import { changeFile, type Parts } from './change.ts';
import { applyJobs, describeJob, findCurrentJob, type JobColumns } from './current.ts';
import { assertCanManage, closesCircle } from './lines.ts';

const plannedAtMostDays = 730;

/** HR of one store moves no one to where they do not work themselves. */
function assertOwnStore(actor: Actor, found: FoundEmployee, store: JobColumns['store']): void {
  if (store === found.store || isAtStoresOf(actor, store)) return;
  const problem = 'Choose one of your stores';
  throw invalid(
    store === null
      ? 'Only HR of all stores can make someone an employee of the whole group.'
      : 'You don’t work at this store.',
    { store: problem },
  );
}

export function changeJob(platform: Parts, writes: Limit): Handler<typeof calls.changeJob> {
  return async ({ actor, params, body, ip }) => {
    await writes.consume(String(actor.userId));
    const { version, effectiveOn, reason, jobTitle, store, department, managerId } = body;
    return changeFile(platform, {
      ...{ actor, ip, version, employeeId: params.employeeId },
      changesLines: true,
      async change({ tx, found, today }) {
        if (effectiveOn > addDays(today, plannedAtMostDays)) {
          throw invalid('Plan at most two years ahead.', {
            effectiveOn: 'Choose a day within two years',
          });
        }
        assertOwnStore(actor, found, store);
        const isPlanned = effectiveOn > today;
        if (managerId !== null && managerId !== found.manager_id) {
          await assertCanManage(tx, { employeeId: found.id, managerId, today });
        }
        const row = { job_title: jobTitle, store, department, manager_id: managerId };
        await keepFirstJob(tx, found, effectiveOn);
        await tx
          .insertInto('employee_jobs')
          .values({
            ...row,
            user_id: found.id,
            effective_on: effectiveOn,
            reason,
            recorded_by: actor.userId,
            applied_at: isPlanned ? null : new Date(),
          })
          .execute();
        if (!isPlanned) await applyJobs(tx, found.id, today);
        const [from, to] = [await describeJob(tx, found), await describeJob(tx, row)];
        return {
          event: { kind: 'job', effectiveOn, from, to, reason, isPlanned },
          act: {
            action: isPlanned ? 'employee.job_planned' : 'employee.job_changed',
            before: from,
            after: { ...to, effectiveOn, reason },
          },
          isPublic: !isPlanned,
        };
      },
    });
  };
}

/** What the file had before its first recorded job stays in the history, also that it was of the whole group. */
async function keepFirstJob(
  tx: EmployeesDb,
  found: FoundEmployee,
  effectiveOn: string,
): Promise<void> {
  await sql`insert into employee_jobs (user_id, effective_on, job_title, store, department, manager_id,
      reason, applied_at)
    select u.id, first.day, ${found.job_title}, ${found.store}, ${found.department}, ${found.manager_id},
      'On file before', clock_timestamp()
    from users u, lateral (select coalesce(${found.hired_on}::date, u.created_at::date) as day) first
    where u.id = ${found.id} and first.day < ${effectiveOn}::date
      and not exists (select from employee_jobs j where j.user_id = u.id)`.execute(tx);
}

export function removeJob(platform: Parts, writes: Limit): Handler<typeof calls.removeJob> {
  return async ({ actor, params: { employeeId, jobId }, query: { version }, ip }) => {
    await writes.consume(String(actor.userId));
    return changeFile(platform, {
      ...{ actor, ip, version, employeeId },
      changesLines: true,
      async change({ tx, found, today }) {
        const { rows } = await sql<JobColumns & { effective_on: string }>`
          update employee_jobs set removed_by = ${actor.userId}, removed_at = clock_timestamp()
          where id = ${jobId} and user_id = ${found.id} and removed_at is null
          returning effective_on::text as effective_on, job_title, store, department, manager_id`.execute(
          tx,
        );
        const [removed] = rows;
        if (!removed) throw notFound();
        const isPlanned = removed.effective_on > today;
        if (!isPlanned) await applyPrevious(tx, actor, found, today);
        const facts = await describeJob(tx, removed);
        return {
          event: { kind: 'job_removed', effectiveOn: removed.effective_on, removed: facts },
          act: {
            action: 'employee.job_removed',
            before: { ...facts, effectiveOn: removed.effective_on },
          },
          isPublic: !isPlanned,
        };
      },
    });
  };
}

async function applyPrevious(
  tx: EmployeesDb,
  actor: Actor,
  found: FoundEmployee,
  today: string,
): Promise<void> {
  const previous = await findCurrentJob(tx, found.id, today);
  if (!previous) {
    throw conflict('This is the only job on file. Record the right one first, then remove this.');
  }
  assertOwnStore(actor, found, previous.store);
  if (await closesCircle(tx, found.id, previous.manager_id)) {
    throw conflict(
      'The manager of the job before reports to this employee now. Record another job instead.',
    );
  }
  await applyJobs(tx, found.id, today);
}
