import { sql } from 'kysely';
import type { Db } from '../../../../../platform/server/db/database.ts';
import { notFound } from '../../../../../platform/server/errors.ts';
import { importedAfterMs } from '../../notify/inputs/changes.ts';
import type { ChatTables } from '../../tables.ts';
import type { ImportedMessage } from './importedMessage.ts';
import { importMessages } from './messages.ts';

interface RevisionRange {
  /** The channel's revision before and after the import. */
  before: number;
  after: number;
}

/**
 * Like `importMessages`, into one channel and without side effects: people who had read everything stay
 * up to date, and no one is notified, however recent the messages are. Must run in a transaction;
 * publishes nothing.
 */
export async function importQuietly(
  tx: Db<ChatTables>,
  channelId: string,
  messages: readonly ImportedMessage[],
): Promise<RevisionRange> {
  const before = await lock(tx, channelId);
  await importMessages(tx, messages);
  const after = await lock(tx, channelId);
  await sql`
    insert into chat_reads (user_id, channel_id, last_read_seq)
    select p.id, ${channelId}, ${after.last_seq}::bigint
    from (select user_id from chat_members where channel_id = ${channelId} and left_at is null
      union select unnest(array[user_low, user_high]) from chat_channels
        where id = ${channelId} and type = 'direct') p (id)
    left join chat_reads r on r.channel_id = ${channelId} and r.user_id = p.id
    where coalesce(r.last_read_seq, 0) >= ${before.last_seq}::bigint
    on conflict (user_id, channel_id) do update
      set last_read_seq = greatest(chat_reads.last_read_seq, excluded.last_read_seq)`.execute(tx);
  // Unless earlier messages still wait for notification.
  await sql`
    insert into chat_notify_cursors as k (channel_id, rev)
    select ${channelId}, ${after.last_rev}::bigint
    where ${before.last_rev}::bigint = 0
      or exists (select from chat_notify_cursors where channel_id = ${channelId})
    on conflict (channel_id) do update set rev = excluded.rev
      where k.rev >= ${before.last_rev}::bigint`.execute(tx);
  // Then a round still comes past them, and would take the most recent for new.
  await sql`
    insert into chat_notified (message_id, named, calls_channel)
    select id, mentioned_user_ids, mentions_channel from chat_messages
    where channel_id = ${channelId} and rev > ${before.last_rev}::bigint
      and created_at > now() - make_interval(secs => ${importedAfterMs / 1000})
    on conflict do nothing`.execute(tx);
  return { before: before.last_rev, after: after.last_rev };
}

async function lock(tx: Db<ChatTables>, channelId: string) {
  const row = await tx
    .selectFrom('chat_channels')
    .select(['last_seq', 'last_rev'])
    .where('id', '=', channelId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}
