import { sql } from 'kysely';
import type { AnyTables, Db } from '../../src/platform/server/db/database.ts';

/**
 * Finds inconsistent conversations, one line per finding: gaps or duplicates in the sequence numbers of a channel or
 * thread, a revision that exists twice or exceeds the channel's, a wrong number of replies.
 */
export async function findInconsistencies(db: Db<AnyTables>): Promise<string[]> {
  const { rows } = await sql<{ finding: string }>`
    select 'channel ' || c.id || ': ' || count(m.seq) || ' messages up to ' || c.last_seq as finding
    from chat_channels c left join chat_messages m on m.channel_id = c.id
    group by c.id having count(m.seq) <> c.last_seq or coalesce(max(m.seq), 0) <> c.last_seq
    union all
    select 'channel ' || c.id || ': a revision beyond ' || c.last_rev
    from chat_channels c join chat_messages m on m.channel_id = c.id and m.rev > c.last_rev
    union all
    select 'channel ' || channel_id || ': revision ' || rev || ' ' || count(*) || ' times'
    from chat_messages group by channel_id, rev having count(*) > 1
    union all
    select 'thread ' || root.id || ': ' || count(reply.id) || ' replies up to ' || root.last_thread_seq
    from chat_messages root join chat_messages reply on reply.thread_id = root.id
    group by root.id
    having count(reply.id) <> root.last_thread_seq or max(reply.thread_seq) <> root.last_thread_seq
      or count(reply.id) filter (where reply.deleted_at is null) <> root.reply_count
    union all
    select 'pointer of ' || r.user_id || ' in ' || c.id || ' is ' || r.last_read_seq || ' of ' || c.last_seq
    from chat_reads r join chat_channels c on c.id = r.channel_id
    where r.last_read_seq > c.last_seq or r.last_read_seq < 0
  `.execute(db);
  return rows.map(({ finding }) => finding);
}
