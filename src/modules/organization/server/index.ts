import { sql } from 'kysely';
import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import { readTimezone, setTimezone, timezoneChanged } from '../contract.ts';
import { changeSetting } from './settings.ts';
import { getTimezone, timezoneSetting } from './timezone.ts';

/**
 * Adds an entry to the activity log, in the transaction of the change. Passed in by the module that owns the
 * log.
 */
export type RecordChange = (
  tx: Db<AnyTables>,
  act: {
    actor: Actor;
    action: string;
    subject: { type: string; id: string; name: string };
    before: object;
    after: object;
    ip: string;
  },
) => Promise<void>;

const lockKey = 'organization';

/**
 * Organization: settings of the whole group. Modules declare their settings and read them here. Nothing that
 * belongs to one person or one store is stored here, and no setting changes without an entry in the activity
 * log.
 */
export function organizationModule(platform: Platform, record: RecordChange): void {
  const { db, routes, realtime } = platform;
  routes.add(readTimezone, async () => ({ timezone: await getTimezone(db) }));
  routes.add(setTimezone, async ({ actor, body: { timezone }, ip }) => {
    const changed = await db.transaction().execute(async (tx) => {
      // The entry contains the previous value, so two changes must run one after the other.
      await sql`select pg_advisory_xact_lock(hashtext(${lockKey}), 0)`.execute(tx);
      const before = await getTimezone(tx);
      if (before === timezone) return false;
      await changeSetting(tx, timezoneSetting, timezone);
      await record(tx, {
        actor,
        action: 'organization.timezone_changed',
        subject: { type: 'organization', id: 'timezone', name: 'Time zone' },
        before: { timezone: before },
        after: { timezone },
        ip,
      });
      return true;
    });
    if (changed) realtime.publish('everyone:', timezoneChanged, { timezone });
    return { timezone };
  });
}
