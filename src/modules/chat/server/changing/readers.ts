import { sql } from 'kysely';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { getChannel } from '../access/find.ts';
import { readsChannel } from '../access/readers.ts';
import { getRow } from '../messages/rows.ts';
import type { ChatServices } from '../services.ts';
import type { Target } from './change.ts';

/** The people, except the author, who have read up to this message. */
export async function listReaders(
  { db }: ChatServices,
  actor: Actor,
  { channelId, messageId }: Target,
): Promise<{ userId: number }[]> {
  await getChannel(db, actor, channelId);
  const { seq, thread_id, thread_seq, sender_id } = await getRow(db, channelId, messageId);
  const pointers =
    seq === null
      ? sql`chat_thread_members r where r.thread_id = ${thread_id}
          and r.last_read_seq >= ${thread_seq}`
      : sql`chat_reads r where r.channel_id = ${channelId} and r.last_read_seq >= ${seq}`;
  const { rows } = await sql<{ id: number }>`
    select u.id from users u join chat_channels c on c.id = ${channelId}
    where u.id in (select r.user_id from ${pointers})
      and u.id <> ${sender_id} and ${readsChannel}
    order by u.id`.execute(db);
  return rows.map(({ id }) => ({ userId: id }));
}
