import { sql } from 'kysely';
import type { Store } from '../../../platform/contract/access.ts';
import { AppError, conflict } from '../../../platform/server/errors.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import type { Doer } from '../../activity/server/public.ts';
import { endAccount } from '../../admin/server/public.ts';
import { setEmploymentDay } from '../../employees/server/public.ts';
import { publishNotifications } from '../../notifications/server/public.ts';
import { addEvent } from './events.ts';
import { notifyEndFailed } from './notify.ts';
import { publishRun } from './publish.ts';
import type { OnboardingDb } from './tables.ts';

interface Leaving {
  id: number;
  user_id: number;
  name: string;
  store: Store | null;
  day: string;
}

/**
 * Ends the accounts whose time has come. Runs every minute, and before the server takes its first request: no one comes
 * in with a session that should have ended while it was down.
 */
export async function endDueAccounts(platform: Platform): Promise<void> {
  const db: OnboardingDb = platform.db;
  const { rows } = await sql<Leaving>`
    select r.id, r.user_id, coalesce(u.shown_name, r.name) as name, e.store, r.day::text as day
    from onboarding_runs r join users u on u.id = r.user_id left join employees e on e.user_id = r.user_id
    where r.ends_at <= now() and r.ended_at is null and r.closed_at is null
      and u.deleted_at is null order by r.ends_at, r.id`.execute(db);
  for (const run of rows) {
    try {
      await endRunAccount(platform, run, null, '');
    } catch (error) {
      const isRefused = error instanceof AppError && error.status < 500;
      // The accounts after it must not wait for it.
      if (!isRefused) platform.log.error({ err: error, runId: run.id }, 'Failed to end an account');
      const why = isRefused ? error.message : 'Something went wrong. It is tried every minute.';
      await noteFailure(platform, db, run, why);
    }
  }
}

/**
 * Ends the account of a run and everything of it that follows; without an actor only once its time has come. Throws what
 * refuses it, and 409 if meanwhile the run has ended, was canceled or was moved to a later time.
 */
export async function endRunAccount(
  platform: Platform,
  run: Leaving,
  actor: Doer | null,
  ip: string,
): Promise<void> {
  await endAccount(platform, {
    userId: run.user_id,
    actor,
    ip,
    async also(anyTx) {
      const tx: OnboardingDb = anyTx;
      const { rows } = await sql`update onboarding_runs set ended_at = now(), version = version + 1
        where id = ${run.id} and ended_at is null and closed_at is null
          and (${actor !== null} or ends_at <= now()) returning id`.execute(tx);
      // Another instance was faster, or HR has just changed it: the account stays as it is.
      if (rows.length === 0) throw conflict('This list has changed. Reload the page.');
      await sql`update onboarding_items set state = 'done', state_at = now(), version = version + 1
        where run_id = ${run.id} and kind = 'account_ended' and state = 'open'`.execute(tx);
      await setEmploymentDay(tx, {
        userId: run.user_id,
        field: 'leftOn',
        day: run.day,
        authorId: actor?.userId ?? null,
      });
      await addEvent(tx, run.id, actor?.userId ?? null, { kind: 'ended' });
    },
  });
  await publishRun(platform, run.id);
}

/** Once: HR and IT are notified, and it is tried again every minute. */
async function noteFailure(
  platform: Platform,
  db: OnboardingDb,
  run: Leaving,
  why: string,
): Promise<void> {
  const notices = await db.transaction().execute(async (tx) => {
    const { rows } = await sql`select from onboarding_runs r
      where r.id = ${run.id} and r.ended_at is null and r.closed_at is null and r.ends_at <= now()
        and not exists (select from onboarding_events v where v.run_id = r.id
          and v.kind = 'end_failed' and v.data ->> 'why' = ${why})`.execute(tx);
    if (rows.length === 0) return null;
    await addEvent(tx, run.id, null, { kind: 'end_failed', why });
    const { id: runId, user_id: userId, name, store } = run;
    return notifyEndFailed(tx, { runId, userId, name, store, why });
  });
  if (!notices) return;
  platform.log.warn({ runId: run.id }, 'Failed to end an account at its time');
  await publishNotifications(platform, notices);
}
