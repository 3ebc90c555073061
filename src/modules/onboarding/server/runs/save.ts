import { sql } from 'kysely';
import { violatedConstraint } from '../../../../platform/server/db/database.ts';
import {
  conflict,
  forbidden,
  invalid,
  passwordConfirmationRequired,
} from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { canPlanStart } from '../../../admin/server/public.ts';
import {
  type Changed,
  publishChanged,
  setEmploymentDay,
} from '../../../employees/server/public.ts';
import { findPersonById, lockPerson, manages } from '../../../people/server/public.ts';
import type * as calls from '../../contract.ts';
import { endDueAccounts, endRunAccount } from '../end-accounts.ts';
import { addEvent } from '../events.ts';
import { publishRun } from '../publish.ts';
import { type FullRun, getRunRow } from '../rows.ts';
import type { OnboardingServices } from '../services.ts';
import { planAccountStart, startDueAccounts } from '../start-accounts.ts';
import type { OnboardingDb } from '../tables.ts';
import { describeRun } from './find.ts';
import {
  assertAfterHire,
  assertDay,
  endOf,
  explainOpenRun,
  factsOfLeave,
  findLeaveRefusal,
  getKept,
} from './start.ts';

export function assertKeeps(run: FullRun): void {
  if (!run.keeps) throw forbidden('Only HR of this employee’s store can change this list.');
}

export function assertOpen(run: Pick<FullRun, 'outcome'>): void {
  if (run.outcome === null) return;
  throw conflict(run.outcome === 'done' ? 'This list is done.' : 'This list was canceled.');
}

const subjectOf = (run: FullRun) => ({ type: 'user', id: run.user_id, name: run.name });

export function saveRun(services: OnboardingServices): Handler<typeof calls.saveRun> {
  const { platform, db, writes } = services;
  return async ({ actor, params: { runId }, body, ip }) => {
    await writes.consume(String(actor.userId));
    await assertDay(db, body.day);
    const changed = await db.transaction().execute(async (tx) => {
      const run = await getRunRow(tx, actor, runId, { lock: true, version: body.version });
      assertKeeps(run);
      assertOpen(run);
      const inFile = await save(tx, actor, run, body);
      if (run.day !== body.day) {
        await addEvent(tx, runId, actor.userId, { kind: 'day', from: run.day, to: body.day });
      }
      await recordActivity(tx, {
        actor,
        action: run.kind === 'onboarding' ? 'onboarding.changed' : 'offboarding.changed',
        subject: subjectOf(run),
        before: { day: run.day, endsAt: run.ends_at?.toISOString() ?? null },
        after: { day: body.day, endTime: body.endTime },
        ip,
      });
      return inFile;
    });
    if (changed) await publishChanged(platform, changed);
    await endDueAccounts(platform);
    await startDueAccounts(platform);
    await publishRun(platform, runId);
    return describeRun(services, actor, runId);
  };
}

type Body = Parameters<ReturnType<typeof saveRun>>[0]['body'];

/** Returns what changed in the file of the employee, to publish after COMMIT. */
async function save(
  tx: OnboardingDb,
  actor: Actor,
  run: FullRun,
  body: Body,
): Promise<Changed | null> {
  const leaves = run.kind === 'offboarding';
  if (leaves && body.reason === null) {
    throw invalid('Choose why they leave.', { reason: 'Choose a reason' });
  }
  if (leaves && run.ended_at !== null && run.day !== body.day) {
    const sentence = 'The account has ended. The last day can’t change anymore.';
    throw conflict(sentence, { day: sentence });
  }
  if (leaves && run.user_id !== null) await assertAfterHire(tx, run.user_id, body.day);
  await tx
    .updateTable('onboarding_runs')
    .set({
      day: body.day,
      ...(leaves && factsOfLeave(body)),
      ...(leaves && run.ended_at === null && { ends_at: await endOf(tx, body.day, body.endTime) }),
      note: body.note,
      version: run.version + 1,
    })
    .where('id', '=', run.id)
    .execute();
  await moveDueDays(tx, run.id, body.day);
  if (run.user_id === null || run.ended_at !== null) return null;
  return setEmploymentDay(tx, {
    userId: run.user_id,
    authorId: actor.userId,
    ...(leaves
      ? { field: 'leftOn', day: body.reason === 'terminated' ? null : body.day }
      : { field: 'hiredOn', day: body.day }),
  });
}

/** What is open moves with the day; what is due again is notified again. */
async function moveDueDays(tx: OnboardingDb, runId: number, day: string): Promise<void> {
  await sql`update onboarding_items set due_on = ${day}::date + due_days, version = version + 1,
      due_notified_at = null, overdue_notified_at = null
    where run_id = ${runId} and state = 'open' and due_on <> ${day}::date + due_days`.execute(tx);
}

/**
 * A new hire has an account now, which those who manage accounts have created. A new one that one of them links starts
 * with the first day; HR links it as it is.
 */
export function linkAccount(services: OnboardingServices): Handler<typeof calls.linkAccount> {
  const { platform, db, writes } = services;
  return async ({ actor, params: { runId }, body: { version, employeeId }, ip }) => {
    await writes.consume(String(actor.userId));
    let changed: Changed | null | undefined;
    try {
      await db.transaction().execute(async (tx) => {
        // The account before the run, as in every change of an account.
        const account = await lockPerson(tx, employeeId);
        const run = await getRunRow(tx, actor, runId, { lock: true, version });
        assertOpen(run);
        if (!run.keeps && !manages(actor)) {
          throw forbidden('Only HR and those who manage accounts can do this.');
        }
        if (run.user_id !== null) throw conflict('This new hire already has an account.');
        const person = run.keeps ? await getKept(tx, actor, employeeId) : account;
        const problem = 'Choose the account of the new hire';
        if (!person || person.deleted_at || person.pending || person.protection !== null) {
          throw invalid(`${problem}.`, { employeeId: problem });
        }
        // It sets the first day in the file, which is HR’s to change of anyone who was here before.
        if (!run.keeps && !(await isNewSince(tx, runId, person.id))) {
          throw invalid('Only HR can link an account that existed before.', {
            employeeId: problem,
          });
        }
        await tx
          .updateTable('onboarding_runs')
          .set({ user_id: person.id, version: run.version + 1 })
          .where('id', '=', runId)
          .execute();
        changed = await setEmploymentDay(tx, {
          userId: person.id,
          authorId: actor.userId,
          field: 'hiredOn',
          day: run.day,
        });
        await addEvent(tx, runId, actor.userId, { kind: 'linked', to: person.shown_name });
        await recordActivity(tx, {
          actor,
          action: 'onboarding.account_linked',
          subject: { type: 'user', id: person.id, name: person.shown_name },
          after: { run: runId },
          ip,
        });
        if (canPlanStart(actor, person)) {
          // As where an account is enabled by hand.
          if (actor.mustConfirmPassword) throw passwordConfirmationRequired();
          await planAccountStart(tx, actor, { run, person, ip });
        }
      });
    } catch (error) {
      throw explainOpenRun(error);
    }
    if (changed) await publishChanged(platform, changed);
    await startDueAccounts(platform);
    await publishRun(platform, runId);
    return describeRun(services, actor, runId);
  };
}

async function isNewSince(tx: OnboardingDb, runId: number, userId: number): Promise<boolean> {
  const { rows } = await sql`select from onboarding_runs r join users u on u.id = ${userId}
    where r.id = ${runId} and u.created_at >= r.created_at`.execute(tx);
  return rows.length > 0;
}

export function endAccountNow(services: OnboardingServices): Handler<typeof calls.endAccountNow> {
  const { platform, db, writes } = services;
  return async ({ actor, params: { runId }, ip }) => {
    await writes.consume(String(actor.userId));
    const run = await getRunRow(db, actor, runId);
    assertKeeps(run);
    assertOpen(run);
    if (run.kind !== 'offboarding' || run.user_id === null) {
      throw conflict('Only an offboarding ends an account.');
    }
    // A repeated press finds it ended, which is what was asked for.
    if (run.ended_at === null) {
      const person = await findPersonById(db, run.user_id);
      const refusal = person && findLeaveRefusal(actor, person);
      if (refusal) throw forbidden(refusal);
      await endRunAccount(
        platform,
        { id: run.id, user_id: run.user_id, name: run.name, store: run.store },
        actor,
        ip,
      );
    }
    return describeRun(services, actor, runId);
  };
}

export function cancelRun(services: OnboardingServices): Handler<typeof calls.cancelRun> {
  const { platform, db, writes } = services;
  return async ({ actor, params: { runId }, body: { version, reason }, ip }) => {
    await writes.consume(String(actor.userId));
    const changed = await db.transaction().execute(async (tx) => {
      const run = await getRunRow(tx, actor, runId, { lock: true, version });
      assertKeeps(run);
      assertOpen(run);
      if (run.ended_at !== null) {
        throw conflict('The account has ended. Finish the list instead.');
      }
      await closeRun(tx, run, { actor, outcome: 'canceled', reason, ip });
      if (run.kind !== 'offboarding' || run.user_id === null) return null;
      return setEmploymentDay(tx, {
        userId: run.user_id,
        authorId: actor.userId,
        field: 'leftOn',
        day: null,
      });
    });
    if (changed) await publishChanged(platform, changed);
    await publishRun(platform, runId);
    return describeRun(services, actor, runId);
  };
}

interface Closing {
  actor: Actor;
  outcome: 'done' | 'canceled';
  reason: string | null;
  ip: string;
}

export async function closeRun(
  tx: OnboardingDb,
  run: FullRun,
  { actor, outcome, reason, ip }: Closing,
): Promise<void> {
  await tx
    .updateTable('onboarding_runs')
    .set({
      closed_by: actor.userId,
      closed_at: new Date(),
      closing_reason: reason,
      outcome,
      ...(outcome === 'canceled' && run.activated_at === null && { activate_at: null }),
      version: sql<number>`version + 1`,
    })
    .where('id', '=', run.id)
    .execute();
  await addEvent(tx, run.id, actor.userId, { kind: 'closed', outcome, reason });
  await recordActivity(tx, {
    actor,
    action: outcome === 'done' ? 'onboarding.finished' : 'onboarding.canceled',
    subject: subjectOf(run),
    ip,
  });
}

export function addComment(services: OnboardingServices): Handler<typeof calls.addComment> {
  const { platform, db, writes } = services;
  return async ({ actor, params: { runId }, body: { clientId, text } }) => {
    await writes.consume(String(actor.userId));
    await getRunRow(db, actor, runId);
    try {
      await addEvent(db, runId, actor.userId, { kind: 'comment', text }, { clientId });
    } catch (error) {
      // Sent twice, it is one comment.
      if (violatedConstraint(error) !== 'onboarding_events_run_id_client_id_key') throw error;
    }
    await publishRun(platform, runId);
    return describeRun(services, actor, runId);
  };
}
