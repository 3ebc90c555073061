import { type Kysely, sql } from 'kysely';
import type { Platform } from '../../../../platform/server/platform.ts';
import { attention } from '../../contract.ts';
import type { NotificationTables } from '../tables.ts';

const saveIntervalMs = 20_000;

/**
 * Tracks who is active in Forecourt, across instances: their other devices get no push. Refreshed regularly,
 * so that rows of a crashed instance expire.
 */
export function trackAttention({ db, realtime, log, background }: Platform): void {
  const focused = new Map<string, number>();
  const onError = (err: unknown) => log.warn({ err }, 'Failed to save attention state');

  realtime.handle(attention, async (connection, data) => {
    const { id, actor } = connection;
    if (data.focused === focused.has(id) || !connection.isOpen()) return;
    if (data.focused) {
      focused.set(id, actor.userId);
      await save(db, new Map([[id, actor.userId]]));
    } else {
      focused.delete(id);
      await remove(db, id);
    }
  });
  realtime.onDisconnect(async ({ id }) => {
    if (focused.delete(id)) await remove(db, id);
  });
  background.repeat(saveIntervalMs, () => refresh(db, focused).catch(onError));
}

async function refresh(
  db: Kysely<NotificationTables>,
  focused: Map<string, number>,
): Promise<void> {
  if (focused.size > 0) await save(db, focused);
  await sql`delete from notification_focus
    where seen_at < now() - interval '5 minutes'`.execute(db);
}

async function save(db: Kysely<NotificationTables>, focused: Map<string, number>): Promise<void> {
  await sql`
    insert into notification_focus (connection_id, user_id)
    select * from unnest(${[...focused.keys()]}::uuid[], ${[...focused.values()]}::integer[])
    on conflict (connection_id) do update set seen_at = now()`.execute(db);
}

async function remove(db: Kysely<NotificationTables>, connectionId: string): Promise<void> {
  await db.deleteFrom('notification_focus').where('connection_id', '=', connectionId).execute();
}
