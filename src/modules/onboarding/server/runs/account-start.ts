import { sql } from 'kysely';
import { conflict, forbidden } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import { recordActivity, userSubject } from '../../../activity/server/public.ts';
import { canPlanStart } from '../../../admin/server/public.ts';
import { writableByHr } from '../../../employees/server/public.ts';
import { findPeopleByIds, lockPerson, type PersonRow } from '../../../people/server/public.ts';
import type * as calls from '../../contract.ts';
import { addEvent } from '../events.ts';
import { publishRun } from '../publish.ts';
import { type FullRun, getRunRow } from '../rows.ts';
import type { OnboardingServices } from '../services.ts';
import { planAccountStart, startDueAccounts } from '../start-accounts.ts';
import type { OnboardingDb } from '../tables.ts';
import { describeRun } from './find.ts';
import { assertOpen } from './save.ts';

async function cancelAccountStart(
  tx: OnboardingDb,
  actor: Actor,
  { run, person, ip }: { run: FullRun; person: PersonRow; ip: string },
): Promise<void> {
  await tx
    .updateTable('onboarding_runs')
    .set({ activate_at: null, version: sql<number>`version + 1` })
    .where('id', '=', run.id)
    .execute();
  await addEvent(tx, run.id, actor.userId, { kind: 'account_start', state: 'canceled' });
  await recordActivity(tx, {
    actor,
    action: 'onboarding.account_start_canceled',
    subject: userSubject(person),
    before: { startsAt: run.activate_at?.toISOString() ?? null },
    after: { onboarding: run.id },
    ip,
  });
}

export function setAccountStart(
  services: OnboardingServices,
): Handler<typeof calls.setAccountStart> {
  const { platform, db, writes } = services;
  return async ({ actor, params: { runId }, body: { version, isPlanned }, ip }) => {
    await writes.consume(String(actor.userId));
    await db.transaction().execute(async (tx) => {
      const { user_id: userId } = await getRunRow(tx, actor, runId);
      if (userId === null) throw conflict('This new hire has no account yet.');
      // The account before the run, as in every change of an account.
      const person = await lockPerson(tx, userId);
      const run = await getRunRow(tx, actor, runId, { lock: true, version });
      assertOpen(run);
      if (run.activated_at !== null) throw conflict('The account has started.');
      if (run.kind !== 'onboarding' || !person || run.user_id !== userId) {
        throw conflict('Only the account of a new hire can start by itself.');
      }
      if (!canPlanStart(actor, person)) {
        throw forbidden(
          'Only an account that was never active, and that you may enable, can start by itself.',
        );
      }
      if (isPlanned === (run.activate_at !== null)) return;
      await (isPlanned ? planAccountStart : cancelAccountStart)(tx, actor, { run, person, ip });
    });
    await startDueAccounts(platform);
    await publishRun(platform, runId);
    return describeRun(services, actor, runId);
  };
}

/** The accounts that the actor could link so that they start with the first day. */
export function listNewAccounts({ db }: OnboardingServices): Handler<typeof calls.listNewAccounts> {
  return async ({ actor, params: { runId } }) => {
    const run = await getRunRow(db, actor, runId);
    if (run.user_id !== null) return [];
    const { rows } = await sql<{ id: number }>`
      select u.id from users u join employees e on e.user_id = u.id
      join onboarding_runs r on r.id = ${runId}
      where not u.is_active and not u.was_active and u.deleted_at is null
        and ${run.keeps ? writableByHr(actor) : sql`u.created_at >= r.created_at`}
        and not exists (select from onboarding_runs o where o.user_id = u.id and o.closed_at is null)
      order by u.last_name, u.first_name, u.id limit 200`.execute(db);
    const people = await findPeopleByIds(
      db,
      rows.map(({ id }) => id),
    );
    return rows.flatMap(({ id }) => {
      const person = people.find((one) => one.id === id);
      return person && canPlanStart(actor, person) ? { id, name: person.shown_name } : [];
    });
  };
}
