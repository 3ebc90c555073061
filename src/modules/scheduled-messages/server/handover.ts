import { sql } from 'kysely';
import type { Platform } from '../../../platform/server/platform.ts';
import type { HandoverSource } from '../../../platform/server/records/handover.ts';
import { publishNotifications, withdraw } from '../../notifications/server/public.ts';
import { getTimezone } from '../../organization/server/public.ts';
import { announce, failurePrefix } from './scheduled.ts';
import type { ScheduledDb } from './tables.ts';

/** Messages an employee has scheduled. They are theirs, so no one else sends or reads them: they are canceled. */
export function scheduledHandover({ db: anyDb, realtime, ...platform }: Platform): HandoverSource {
  const db: ScheduledDb = anyDb;
  return {
    key: 'scheduled_messages',
    title: 'Scheduled messages',
    act: 'cancel',
    async list(userId) {
      const timezone = await getTimezone(db);
      const { rows } = await sql<{ id: string; at: string }>`
        select id, to_char(send_at at time zone ${timezone}, 'FMMon FMDD, YYYY, FMHH12:MI AM') as at
        from chat_scheduled where user_id = ${userId} and state <> 'sent'
        order by send_at, id`.execute(db);
      return rows.map(({ id, at }) => ({
        id,
        title: 'Scheduled message',
        detail: at,
        store: null,
        href: null,
      }));
    },
    async move({ from, ids }) {
      const done = await db.transaction().execute(async (tx) => {
        // Waits for one that is being sent.
        const { rows } = await sql<{ id: string }>`
          delete from chat_scheduled where user_id = ${from.id} and state <> 'sent'
            and id::text = any(${ids}::text[]) returning id`.execute(tx);
        const keyPrefixes = rows.map(({ id }) => failurePrefix(id));
        return { rows, gone: await withdraw(tx, { keyPrefixes, userIds: [from.id] }) };
      });
      announce(realtime, from.id);
      await publishNotifications({ ...platform, db, realtime }, done.gone);
      return { moved: done.rows.map(({ id }) => id), problems: [] };
    },
  };
}
