import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Department, Store } from '../../../../platform/contract/access.ts';
import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import { addDays, dayStart, instantOf } from '../../../../platform/contract/wallTime.ts';
import { violatedConstraint } from '../../../../platform/server/db/database.ts';
import { conflict, forbidden, invalid, notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { createOnce, findCreated } from '../../../../platform/server/records/repeats.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import {
  type Changed,
  findEmployees,
  publishChanged,
  setEmploymentDay,
  writableByHr,
} from '../../../employees/server/public.ts';
import { publishNotifications, type Unpublished } from '../../../notifications/server/public.ts';
import { getTimezone } from '../../../organization/server/public.ts';
import { findPersonById, type PersonRow } from '../../../people/server/public.ts';
import type { LeaveReason } from '../../contract/kinds.ts';
import type * as calls from '../../contract.ts';
import { endDueAccounts } from '../end-accounts.ts';
import { addEvent } from '../events.ts';
import { notifyStarted } from '../notify.ts';
import { isAvailable, keepsStore } from '../policy.ts';
import { publishRun } from '../publish.ts';
import { getToday } from '../rows.ts';
import type { OnboardingServices } from '../services.ts';
import type { OnboardingDb } from '../tables.ts';
import { describeRun } from './find.ts';

type Body = ValidOf<typeof calls.startRun>['body'];

/** Why the account of an employee can’t be ended here; null: it can. */
export function findLeaveRefusal(
  actor: Pick<Actor, 'userId' | 'role'>,
  person: Pick<PersonRow, 'id' | 'protection' | 'role'>,
): string | null {
  if (person.id === actor.userId) return 'You can’t offboard yourself. Ask someone else in HR.';
  if (person.protection !== null) return 'This account is protected and can’t be offboarded.';
  if (person.role === 'admin' && actor.role !== 'admin') {
    return 'Only an administrator can offboard an administrator.';
  }
  return null;
}

/** The instant an account ends: at this local time of the last day, or with the day. */
export async function endOf(db: OnboardingDb, day: string, endTime: string | null): Promise<Date> {
  const timezone = await getTimezone(db);
  return new Date(
    endTime === null
      ? dayStart(timezone, addDays(day, 1))
      : instantOf(timezone, `${day}T${endTime}`),
  );
}

/** A mistyped year would end an account at once, or never. */
export async function assertDay(db: OnboardingDb, day: string): Promise<void> {
  const today = await getToday(db);
  const problem = 'Choose a day within a year';
  if (day > addDays(today, 366) || day < addDays(today, -366)) {
    throw invalid(`${problem}.`, { day: problem });
  }
}

export const factsOfLeave = ({
  reason,
  mayReturn,
}: {
  reason: LeaveReason | null;
  mayReturn: boolean | null;
}) => ({ reason, may_return: mayReturn });

/** Turns the violation of `one open list` into a conflict; returns other errors unchanged. */
export const explainOpenRun = (error: unknown): unknown =>
  violatedConstraint(error) === 'onboarding_runs_open'
    ? conflict('This employee already has an open list. Close it first.')
    : error;

export function startRun(services: OnboardingServices): Handler<typeof calls.startRun> {
  const { platform, db, writes } = services;
  return async ({ actor, body, ip }) => {
    await writes.consume(String(actor.userId));
    const known = await findCreated(db, 'onboarding_runs', actor, body.clientId);
    if (known) return describeRun(services, actor, known);
    await assertDay(db, body.day);
    if (body.kind === 'offboarding' && body.reason === null) {
      throw invalid('Choose why they leave.', { reason: 'Choose a reason' });
    }
    let notices: Unpublished | undefined;
    let changed: Changed | null | undefined;
    const runId = await createOnce(db, 'onboarding_runs', actor, body.clientId, {
      async insert(anyTx) {
        const tx: OnboardingDb = anyTx;
        const inserted = await insertRun(tx, actor, body, ip);
        changed = inserted.changed;
        notices = await notifyStarted(tx, { runId: inserted.id, by: actor.userId });
        return inserted.id;
      },
      explain: explainOpenRun,
    });
    if (notices) await publishNotifications(platform, notices);
    if (changed) await publishChanged(platform, changed);
    // A last day that is past ends the account at once.
    if (body.kind === 'offboarding') await endDueAccounts(platform);
    await publishRun(platform, runId);
    return describeRun(services, actor, runId);
  };
}

export interface NewHire {
  name: string;
  jobTitle: string;
  store: Store | null;
  department: Department | null;
  managerId: number | null;
  /** `2026-11-30` */
  firstDay: string;
}

/**
 * Starts the onboarding of someone who has no account yet, with the list that fits their job best, in the caller’s
 * transaction. Returns its id, and what publishes it after COMMIT. Throws 400 unless the actor keeps the store as HR.
 */
export async function startOnboarding(
  platform: Platform,
  tx: OnboardingDb,
  actor: Actor,
  { firstDay, ...hire }: NewHire,
  ip: string,
): Promise<{ runId: number; publish: () => Promise<void> }> {
  await assertDay(tx, firstDay);
  const body: Body = {
    kind: 'onboarding',
    employeeId: null,
    hire,
    day: firstDay,
    templateId: await findTemplate(tx, hire),
    clientId: randomUUID(),
    note: '',
    endTime: null,
    reason: null,
    mayReturn: null,
  };
  const { id: runId } = await insertRun(tx, actor, body, ip);
  const notices = await notifyStarted(tx, { runId, by: actor.userId });
  return {
    runId,
    async publish() {
      await publishNotifications(platform, notices);
      await publishRun(platform, runId);
    },
  };
}

/** The list for this title, department and store; one for all where there is no closer one. */
async function findTemplate(
  db: OnboardingDb,
  { jobTitle, store, department }: Omit<NewHire, 'firstDay'>,
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select id from onboarding_templates where kind = 'onboarding' and removed_at is null
      and (job_title = '' or lower(job_title) = lower(${jobTitle}))
      and (department is null or department = ${department}) and (store is null or store = ${store})
    order by job_title = '', department is null, store is null, id limit 1`.execute(db);
  return rows[0]?.id ?? null;
}

/** Returns also what changed in the file of the employee, to publish after COMMIT. */
async function insertRun(
  tx: OnboardingDb,
  actor: Actor,
  body: Body,
  ip: string,
): Promise<{ id: number; changed: Changed | null }> {
  const { kind, day, clientId, note } = body;
  const subject = await subjectOf(tx, actor, body);
  const endsAt = kind === 'offboarding' ? await endOf(tx, day, body.endTime) : null;
  const { id } = await tx
    .insertInto('onboarding_runs')
    .values({
      kind,
      ...subject,
      day,
      ends_at: endsAt,
      ...(kind === 'offboarding' ? factsOfLeave(body) : { reason: null, may_return: null }),
      note,
      client_id: clientId,
      created_by: actor.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (body.templateId !== null) await copyItems(tx, id, body.templateId, body);
  await addEvent(tx, id, actor.userId, { kind: 'started', day });
  await recordActivity(tx, {
    actor,
    action: kind === 'onboarding' ? 'onboarding.started' : 'offboarding.started',
    subject: { type: 'user', id: subject.user_id, name: subject.name },
    // Not why: the activity log has other readers than HR.
    after: { day, endsAt: endsAt?.toISOString() ?? null },
    ip,
  });
  // A termination would be in the employee’s own file before anyone has talked to them.
  const isHidden = kind === 'offboarding' && body.reason === 'terminated';
  if (subject.user_id === null || isHidden) return { id, changed: null };
  const changed = await setEmploymentDay(tx, {
    userId: subject.user_id,
    authorId: actor.userId,
    field: kind === 'onboarding' ? 'hiredOn' : 'leftOn',
    day,
  });
  return { id, changed };
}

/** The employee, or what is known of a new hire. */
async function subjectOf(tx: OnboardingDb, actor: Actor, { kind, employeeId, hire, day }: Body) {
  if (employeeId !== null) {
    const person = await getKept(tx, actor, employeeId);
    if (kind === 'offboarding') {
      const refusal = findLeaveRefusal(actor, person);
      if (refusal) throw forbidden(refusal);
      await assertAfterHire(tx, person.id, day);
    }
    return {
      user_id: person.id,
      name: person.shown_name,
      job_title: '',
      store: null,
      department: null,
      manager_id: null,
    };
  }
  if (kind === 'offboarding' || hire === null) {
    throw invalid('Choose an employee.', { employeeId: 'Choose an employee' });
  }
  if (!keepsStore(actor, hire.store)) {
    const problem = 'Choose one of your stores';
    throw invalid(`${problem}.`, { 'hire.store': problem });
  }
  if (hire.managerId !== null) await assertActive(tx, hire.managerId, 'hire.managerId');
  return {
    user_id: null,
    name: hire.name,
    job_title: hire.jobTitle,
    store: hire.store,
    department: hire.department,
    manager_id: hire.managerId,
  };
}

export async function assertAfterHire(
  db: OnboardingDb,
  userId: number,
  lastDay: string,
): Promise<void> {
  const hiredOn = (await findEmployees(db, [userId])).get(userId)?.hiredOn ?? null;
  if (hiredOn === null || lastDay >= hiredOn) return;
  const sentence = 'The last day can’t be before the first.';
  throw invalid(sentence, { day: sentence });
}

/** The account of an employee whom the actor keeps as HR. Throws 404, or 403 for who only reads it. */
export async function getKept(
  db: OnboardingDb,
  actor: Actor,
  employeeId: number,
): Promise<PersonRow> {
  const { rows } = await sql<{ keeps: boolean }>`
    select ${writableByHr(actor)} as keeps from employees e
    join users u on u.id = e.user_id and u.deleted_at is null
    where e.user_id = ${employeeId}`.execute(db);
  const person = rows[0] && (await findPersonById(db, employeeId));
  if (!person) throw notFound();
  if (!rows[0]?.keeps) {
    throw forbidden(
      employeeId === actor.userId
        ? 'You can’t do this for yourself. Ask someone else in HR.'
        : 'Only HR of this employee’s store can do this.',
    );
  }
  return person;
}

/** Throws 400 for `field` unless this account can sign in. */
async function assertActive(db: OnboardingDb, userId: number, field: string): Promise<void> {
  const problem = 'Choose an active employee';
  if (!isAvailable(await findPersonById(db, userId)))
    throw invalid(`${problem}.`, { [field]: problem });
}

async function copyItems(
  tx: OnboardingDb,
  runId: number,
  templateId: number,
  { kind, day }: Pick<Body, 'kind' | 'day'>,
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    insert into onboarding_items (run_id, position, title, note, kind, owner, owner_id, due_days, due_on)
    select ${runId}, i.position, i.title, i.note, i.kind, i.owner, i.owner_id, i.due_days,
      ${day}::date + i.due_days
    from onboarding_template_items i join onboarding_templates t on t.id = i.template_id
    where t.id = ${templateId} and t.kind = ${kind} and t.removed_at is null
    returning id`.execute(tx);
  if (rows.length === 0) {
    throw invalid('This checklist no longer exists.', { templateId: 'Choose another checklist' });
  }
}
