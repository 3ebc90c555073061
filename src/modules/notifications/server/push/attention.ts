import { type Kysely, sql } from 'kysely';
import type { Platform } from '../../../../platform/server/platform.ts';
import { attention } from '../../contract.ts';
import type { NotificationTables } from '../tables.ts';

const noteMs = 20_000;

/**
 * Keeps who looks at Forecourt right now, on whichever instance: they see what comes, and their other
 * devices stay quiet. Written down again and again, so that an instance that dies takes nobody's place.
 */
export function keepAttention({ db, realtime, log }: Platform): void {
  const focused = new Map<string, number>();
  const onError = (err: unknown) => log.warn({ err }, 'Attention was not noted');

  realtime.handle(attention, async (connection, data) => {
    const { id, actor } = connection;
    if (data.focused === focused.has(id) || !connection.isOpen()) return;
    if (data.focused) {
      focused.set(id, actor.userId);
      await note(db, new Map([[id, actor.userId]]));
    } else {
      focused.delete(id);
      await forget(db, id);
    }
  });
  realtime.onDisconnect(async ({ id }) => {
    if (focused.delete(id)) await forget(db, id);
  });
  setInterval(() => void keep(db, focused).catch(onError), noteMs).unref();
}

async function keep(db: Kysely<NotificationTables>, focused: Map<string, number>): Promise<void> {
  if (focused.size > 0) await note(db, focused);
  await sql`delete from notification_focus
    where seen_at < now() - interval '5 minutes'`.execute(db);
}

async function note(db: Kysely<NotificationTables>, focused: Map<string, number>): Promise<void> {
  await sql`
    insert into notification_focus (connection_id, user_id)
    select * from unnest(${[...focused.keys()]}::uuid[], ${[...focused.values()]}::integer[])
    on conflict (connection_id) do update set seen_at = now()`.execute(db);
}

async function forget(db: Kysely<NotificationTables>, connectionId: string): Promise<void> {
  await db.deleteFrom('notification_focus').where('connection_id', '=', connectionId).execute();
}
