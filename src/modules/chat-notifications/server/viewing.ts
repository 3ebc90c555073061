import { type RawBuilder, sql } from 'kysely';
import type { Platform } from '../../../platform/server/platform.ts';
import { viewing } from '../contract.ts';
import type { NotifyDb } from './tables.ts';

const refreshMs = 20_000;

interface Look {
  userId: number;
  channelId: string | null;
  threadId: string | null;
}

/** The channels and threads a user views on any device. */
export const viewedBy = (userId: RawBuilder<unknown>) => sql`
  select place from chat_viewing l, unnest(array[l.channel_id, l.thread_id::text]) as place
  where l.user_id = ${userId} and place is not null and l.seen_at > now() - interval '45 seconds'`;

/**
 * Stores which conversation each focused tab shows, across instances. Refreshed periodically, so that
 * entries of a dead instance expire.
 */
export function followViewing({ db, realtime, log }: Platform): void {
  const looks = new Map<string, Look>();

  realtime.handle(viewing, async ({ id, actor, isOpen }, { channelId, threadId }) => {
    if (!isOpen()) return;
    if (channelId === null && threadId === null) {
      if (looks.delete(id)) await forget(db, id);
      return;
    }
    const look = { userId: actor.userId, channelId, threadId };
    looks.set(id, look);
    await save(db, new Map([[id, look]]));
    // The connection may have closed during the write.
    if (!looks.has(id)) await forget(db, id);
  });
  realtime.onDisconnect(async ({ id }) => {
    if (looks.delete(id)) await forget(db, id);
  });
  const refresh = () =>
    refreshAll(db, looks).catch((err) => log.warn({ err }, 'Failed to save viewing state'));
  setInterval(() => void refresh(), refreshMs).unref();
}

async function refreshAll(db: NotifyDb, looks: ReadonlyMap<string, Look>): Promise<void> {
  if (looks.size > 0) await save(db, looks);
  await sql`delete from chat_viewing where seen_at < now() - interval '5 minutes'`.execute(db);
}

async function save(db: NotifyDb, looks: ReadonlyMap<string, Look>): Promise<void> {
  const rows = [...looks].map(([id, look]) => ({ id, ...look }));
  await sql`
    insert into chat_viewing (connection_id, user_id, channel_id, thread_id)
    select id, "userId", "channelId", "threadId" from json_to_recordset(${JSON.stringify(rows)}::json)
      as l (id uuid, "userId" int, "channelId" text, "threadId" uuid)
    on conflict (connection_id) do update set channel_id = excluded.channel_id,
      thread_id = excluded.thread_id, seen_at = now()`.execute(db);
}

async function forget(db: NotifyDb, connectionId: string): Promise<void> {
  await db.deleteFrom('chat_viewing').where('connection_id', '=', connectionId).execute();
}
