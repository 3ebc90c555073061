import { sql } from 'kysely';
import type { Db } from '../../../../../platform/server/db/database.ts';
import { notFound } from '../../../../../platform/server/errors.ts';
import type { ChatTables } from '../../tables.ts';
import type { ImportHooks, RevisionRange } from '../importHooks.ts';
import type { ImportedMessage } from './importedMessage.ts';
import { importMessages } from './messages.ts';

/**
 * Like `importMessages`, into one channel and without side effects: people who had read everything stay
 * up to date, and the hooks may pass over the messages, however recent they are. Must run in a
 * transaction; publishes nothing.
 */
export async function importQuietly(
  tx: Db<ChatTables>,
  channelId: string,
  messages: readonly ImportedMessage[],
  importHooks: readonly ImportHooks[],
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
  const imported = { before: before.last_rev, after: after.last_rev };
  for (const hooks of importHooks) await hooks.onImported?.(tx, channelId, imported);
  return imported;
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
