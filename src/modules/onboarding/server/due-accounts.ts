import { type RawBuilder, sql } from 'kysely';
import { AppError } from '../../../platform/server/errors.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import { publishNotifications } from '../../notifications/server/public.ts';
import { addEvent } from './events.ts';
import { type AccountChange, type DueRun, notifyFailed } from './notify.ts';
import type { OnboardingDb } from './tables.ts';

/** Conditions on `onboarding_runs r`. */
const isDue: Record<AccountChange, RawBuilder<boolean>> = {
  start: sql<boolean>`(r.activate_at <= now() and r.activated_at is null and r.closed_at is null)`,
  end: sql<boolean>`(r.ends_at <= now() and r.ended_at is null and r.closed_at is null)`,
};

/** Starts or ends the account of every run whose time has come. */
export async function changeDueAccounts(
  platform: Platform,
  what: AccountChange,
  change: (run: DueRun) => Promise<void>,
): Promise<void> {
  const db: OnboardingDb = platform.db;
  const { rows } = await sql<DueRun>`
    select r.id, r.user_id, coalesce(u.shown_name, r.name) as name, e.store
    from onboarding_runs r join users u on u.id = r.user_id left join employees e on e.user_id = r.user_id
    where ${isDue[what]} and u.deleted_at is null
    order by coalesce(r.ends_at, r.activate_at), r.id`.execute(db);
  for (const run of rows) {
    try {
      await change(run);
    } catch (error) {
      const isRefused = error instanceof AppError && error.status < 500;
      // The accounts after it must not wait for it.
      if (!isRefused) {
        platform.log.error({ err: error, runId: run.id }, `Failed to ${what} an account`);
      }
      const why = isRefused ? error.message : 'Something went wrong. It is tried every minute.';
      await noteFailure(platform, db, { run, what, why });
    }
  }
}

interface Failure {
  run: DueRun;
  what: AccountChange;
  why: string;
}

/** Once: HR and IT are notified, and it is tried again every minute. */
async function noteFailure(
  platform: Platform,
  db: OnboardingDb,
  { run, what, why }: Failure,
): Promise<void> {
  const kind = `${what}_failed` as const;
  const notices = await db.transaction().execute(async (tx) => {
    const { rows } = await sql`select from onboarding_runs r
      where r.id = ${run.id} and ${isDue[what]}
        and not exists (select from onboarding_events v where v.run_id = r.id
          and v.kind = ${kind} and v.data ->> 'why' = ${why})`.execute(tx);
    if (rows.length === 0) return null;
    await addEvent(tx, run.id, null, { kind, why });
    return notifyFailed(tx, { run, what, why });
  });
  if (!notices) return;
  platform.log.warn({ runId: run.id }, `Failed to ${what} an account at its time`);
  await publishNotifications(platform, notices);
}
