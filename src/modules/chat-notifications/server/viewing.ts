import { type RawBuilder, sql } from 'kysely';
import type { Platform } from '../../../platform/server/platform.ts';
import { viewing } from '../contract.ts';
import type { NotifyDb } from './tables.ts';

const refreshMs = 20_000;

interface View {
  userId: number;
  channelId: string | null;
  threadId: string | null;
}

/** The channels and threads a user views on any device. */
export const viewedBy = (userId: RawBuilder<unknown>) => sql`
  select place from chat_viewing v, unnest(array[v.channel_id, v.thread_id::text]) as place
  where v.user_id = ${userId} and place is not null and v.seen_at > now() - interval '45 seconds'`;

/**
 * Stores which conversation each focused tab shows, across instances. Refreshed periodically, so that
 * entries of a dead instance expire.
 */
export function followViewing({ db, realtime, log, background }: Platform): void {
  const views = new Map<string, View>();

  realtime.handle(viewing, async ({ id, actor, isOpen }, { channelId, threadId }) => {
    if (!isOpen()) return;
    if (channelId === null && threadId === null) {
      if (views.delete(id)) await forget(db, id);
      return;
    }
    const view = { userId: actor.userId, channelId, threadId };
    views.set(id, view);
    await save(db, new Map([[id, view]]));
    // The connection may have closed during the write.
    if (!views.has(id)) await forget(db, id);
  });
  realtime.onDisconnect(async ({ id }) => {
    if (views.delete(id)) await forget(db, id);
  });
  const refresh = () =>
    refreshAll(db, views).catch((err) => log.warn({ err }, 'Failed to save viewing state'));
  background.repeat(refreshMs, refresh);
}

async function refreshAll(db: NotifyDb, views: ReadonlyMap<string, View>): Promise<void> {
  if (views.size > 0) await save(db, views);
  await sql`delete from chat_viewing where seen_at < now() - interval '5 minutes'`.execute(db);
}

async function save(db: NotifyDb, views: ReadonlyMap<string, View>): Promise<void> {
  const rows = [...views].map(([id, view]) => ({ id, ...view }));
  await sql`
    insert into chat_viewing (connection_id, user_id, channel_id, thread_id)
    select id, "userId", "channelId", "threadId" from json_to_recordset(${JSON.stringify(rows)}::json)
      as v (id uuid, "userId" int, "channelId" text, "threadId" uuid)
    on conflict (connection_id) do update set channel_id = excluded.channel_id,
      thread_id = excluded.thread_id, seen_at = now()`.execute(db);
}

async function forget(db: NotifyDb, connectionId: string): Promise<void> {
  await db.deleteFrom('chat_viewing').where('connection_id', '=', connectionId).execute();
}
