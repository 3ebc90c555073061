import { sql } from 'kysely';
import { dayStart } from '../../../platform/contract/wallTime.ts';
import { conflict } from '../../../platform/server/errors.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import { recordActivity, userSubject } from '../../activity/server/public.ts';
import { startAccount } from '../../admin/server/public.ts';
import { publishNotifications, type Unpublished } from '../../notifications/server/public.ts';
import { getTimezone } from '../../organization/server/public.ts';
import type { PersonRow } from '../../people/server/public.ts';
import { changeDueAccounts } from './due-accounts.ts';
import { addEvent } from './events.ts';
import { type DueRun, notifyAccountStarted } from './notify.ts';
import { publishRun } from './publish.ts';
import type { FullRun } from './rows.ts';
import type { OnboardingDb } from './tables.ts';

/**
 * Starts the accounts of new hires whose first day has come. Runs every minute, and before the server takes its first
 * request, so that they can sign in even if it was down at midnight.
 */
export const startDueAccounts = (platform: Platform): Promise<void> =>
  changeDueAccounts(platform, 'start', (run) => startRunAccount(platform, run));

async function startRunAccount(platform: Platform, run: DueRun): Promise<void> {
  let notices: Unpublished | undefined;
  await startAccount(platform, {
    userId: run.user_id,
    reason: { onboarding: run.id },
    async also(anyTx) {
      const tx: OnboardingDb = anyTx;
      // Before the account changes: it is the plan that changes it.
      const { rows } =
        await sql`update onboarding_runs set activated_at = now(), version = version + 1
        where id = ${run.id} and activate_at <= now() and activated_at is null and closed_at is null
        returning id`.execute(tx);
      // Another instance was faster, or the plan has just changed: the account stays as it is.
      if (rows.length === 0) throw conflict('This list has changed. Reload the page.');
      await addEvent(tx, run.id, null, { kind: 'account_start', state: 'started' });
      notices = await notifyAccountStarted(tx, run);
    },
  });
  if (notices) await publishNotifications(platform, notices);
  await publishRun(platform, run.id);
}

/** Plans that the account starts with the first day; at once if that has come. The caller has locked account and run. */
export async function planAccountStart(
  tx: OnboardingDb,
  actor: Actor,
  { run, person, ip }: { run: Pick<FullRun, 'id' | 'day'>; person: PersonRow; ip: string },
): Promise<void> {
  const startsAt = new Date(dayStart(await getTimezone(tx), run.day));
  await tx
    .updateTable('onboarding_runs')
    .set({ activate_at: startsAt, version: sql<number>`version + 1` })
    .where('id', '=', run.id)
    .execute();
  await addEvent(tx, run.id, actor.userId, { kind: 'account_start', state: 'planned' });
  await recordActivity(tx, {
    actor,
    action: 'onboarding.account_start_planned',
    subject: userSubject(person),
    after: { onboarding: run.id, startsAt: startsAt.toISOString() },
    ip,
  });
}
