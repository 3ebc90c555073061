import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import { forbidden } from '../../../../platform/server/errors.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Limit } from '../../../../platform/server/limits/limits.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { changeSetting, getSetting, type Setting } from '../../../organization/server/public.ts';
import { type ClockStop, clockStops } from '../../contract/lead.ts';
import type * as calls from '../../contract/settings.ts';
import { canSetClock } from '../policy.ts';
import type { LeadsDb } from '../tables.ts';

const setting: Setting<ClockStop> = {
  name: 'leads.response_clock',
  schema: z.enum(clockStops),
  fallback: 'attempt',
};

/** What stops the response clock, at every store. */
export const getClockStop = (db: Db<AnyTables>): Promise<ClockStop> => getSetting(db, setting);

/**
 * Sets what stops the response clock. Leads received before follow, so that response times can be compared across
 * the change.
 */
export function setResponseClock(
  platform: Platform,
  writes: Limit,
): Handler<typeof calls.setResponseClock> {
  const db: LeadsDb = platform.db;
  return async ({ actor, body: { clockStop }, ip }) => {
    await writes.consume(String(actor.userId));
    if (!canSetClock(actor)) throw forbidden('Only a manager of all stores can change this.');
    await db.transaction().execute(async (tx) => {
      // Waits for responses that are being logged, and makes new ones wait: each locks its lead before it reads the setting.
      await sql`lock table leads in exclusive mode`.execute(tx);
      const before = await getClockStop(tx);
      if (before === clockStop) return;
      await changeSetting(tx, setting, clockStop);
      await stopClocksAt(tx, clockStop);
      await recordActivity(tx, {
        actor,
        action: 'response_clock.changed',
        subject: { type: 'organization', id: 'leads.response_clock', name: 'Response clock' },
        before: { clockStop: before },
        after: { clockStop },
        ip,
      });
    });
    return { clockStop };
  };
}

/** A clock that starts again and is past its limit is overdue at once, without notifying anyone of old leads. */
async function stopClocksAt(tx: LeadsDb, clockStop: ClockStop): Promise<void> {
  const [stoppedAt, seconds] =
    clockStop === 'attempt'
      ? [sql`attempted_at`, sql`attempt_seconds`]
      : [sql`contacted_at`, sql`contact_seconds`];
  await sql`update leads set answered_at = ${stoppedAt}, answer_seconds = ${seconds},
      late_at = case when is_open and ${stoppedAt} is null and due_at <= now()
        then coalesce(late_at, now()) else late_at end
    where answered_at is distinct from ${stoppedAt}`.execute(tx);
}
