import { sql } from 'kysely';
import { conflict } from '../../../platform/server/errors.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import type { Doer } from '../../activity/server/public.ts';
import { endAccount } from '../../admin/server/public.ts';
import { type Changed, publishChanged, setEmploymentDay } from '../../employees/server/public.ts';
import { changeDueAccounts } from './due-accounts.ts';
import { addEvent } from './events.ts';
import type { DueRun } from './notify.ts';
import { publishRun } from './publish.ts';
import { lockRun } from './rows.ts';
import type { OnboardingDb } from './tables.ts';

/**
 * Ends the accounts whose time has come. Runs every minute, and before the server takes its first request: no one comes
 * in with a session that should have ended while it was down.
 */
export const endDueAccounts = (platform: Platform): Promise<void> =>
  changeDueAccounts(platform, 'end', (run) => endRunAccount(platform, run, null, ''));

/**
 * Ends the account of a run and everything of it that follows; without an actor only once its time has come. Throws what
 * refuses it, and 409 if meanwhile the run has ended, was canceled or was moved to a later time.
 */
export async function endRunAccount(
  platform: Platform,
  run: DueRun,
  actor: Doer | null,
  ip: string,
): Promise<void> {
  let changed: Changed | null | undefined;
  await endAccount(platform, {
    userId: run.user_id,
    actor,
    ip,
    async also(anyTx) {
      const tx: OnboardingDb = anyTx;
      await lockRun(tx, sql`${run.id}::integer`);
      const { rows } = await sql<{ day: string }>`
        update onboarding_runs set ended_at = now(), version = version + 1
        where id = ${run.id} and ended_at is null and closed_at is null
          and (${actor !== null} or ends_at <= now()) returning day::text`.execute(tx);
      // Another instance was faster, or HR has just changed it: the account stays as it is.
      const [ended] = rows;
      if (!ended) throw conflict('This list has changed. Reload the page.');
      await sql`update onboarding_items set state = 'done', state_at = now(), version = version + 1
        where run_id = ${run.id} and kind = 'account_ended' and state = 'open'`.execute(tx);
      changed = await setEmploymentDay(tx, {
        userId: run.user_id,
        field: 'leftOn',
        day: ended.day,
        authorId: actor?.userId ?? null,
      });
      await addEvent(tx, run.id, actor?.userId ?? null, { kind: 'ended' });
    },
  });
  if (changed) await publishChanged(platform, changed);
  await publishRun(platform, run.id);
}
