import { type RawBuilder, sql } from 'kysely';
import type { Platform } from '../../../../platform/server/platform.ts';
import { looking } from '../../contract/settings.ts';
import type { NotifyDb } from './tables.ts';

const noteMs = 20_000;

interface Look {
  userId: number;
  channelId: string | null;
  threadId: string | null;
}

/** The channels and threads a person has before their eyes on any device. */
export const lookedAt = (userId: RawBuilder<unknown>) => sql`
  select place from chat_looking l, unnest(array[l.channel_id, l.thread_id::text]) as place
  where l.user_id = ${userId} and place is not null and l.seen_at > now() - interval '45 seconds'`;

/**
 * Keeps which conversation each tab shows to somebody who looks at it, on whichever instance. Written down
 * again and again, so that an instance that dies leaves nobody looking.
 */
export function keepLooking({ db, realtime, log }: Platform): void {
  const looks = new Map<string, Look>();

  realtime.handle(looking, async ({ id, actor, isOpen }, { channelId, threadId }) => {
    if (!isOpen()) return;
    if (channelId === null && threadId === null) {
      if (looks.delete(id)) await forget(db, id);
      return;
    }
    const look = { userId: actor.userId, channelId, threadId };
    looks.set(id, look);
    await note(db, new Map([[id, look]]));
    // It may have gone while this was written.
    if (!looks.has(id)) await forget(db, id);
  });
  realtime.onDisconnect(async ({ id }) => {
    if (looks.delete(id)) await forget(db, id);
  });
  const keep = () =>
    keepAll(db, looks).catch((err) => log.warn({ err }, 'Who looks at what was not noted'));
  setInterval(() => void keep(), noteMs).unref();
}

async function keepAll(db: NotifyDb, looks: ReadonlyMap<string, Look>): Promise<void> {
  if (looks.size > 0) await note(db, looks);
  await sql`delete from chat_looking where seen_at < now() - interval '5 minutes'`.execute(db);
}

async function note(db: NotifyDb, looks: ReadonlyMap<string, Look>): Promise<void> {
  const rows = [...looks].map(([id, look]) => ({ id, ...look }));
  await sql`
    insert into chat_looking (connection_id, user_id, channel_id, thread_id)
    select id, "userId", "channelId", "threadId" from json_to_recordset(${JSON.stringify(rows)}::json)
      as l (id uuid, "userId" int, "channelId" text, "threadId" uuid)
    on conflict (connection_id) do update set channel_id = excluded.channel_id,
      thread_id = excluded.thread_id, seen_at = now()`.execute(db);
}

async function forget(db: NotifyDb, connectionId: string): Promise<void> {
  await db.deleteFrom('chat_looking').where('connection_id', '=', connectionId).execute();
}
