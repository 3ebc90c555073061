import type pg from 'pg';

export const channelCount = 500;
export const messageCount = 1_000_000;
/** The length of the longest channel; the others share the rest. */
export const longest = 100_000;
export const longChannel = { id: 'c-bench1', name: 'Channel 001' };

/** Inserts channels with all users as members, and a million messages. */
export async function insertMessages(pool: pg.Pool): Promise<void> {
  await pool.query(
    `insert into chat_channels (id, type, name, created_by, last_seq, last_rev, last_message_at)
     select 'c-bench' || n, 'public', 'Channel ' || lpad(n::text, 3, '0'), min_id, length, length, now()
     from generate_series(1, $1::int) n
       cross join (select min(id) as min_id from users) u
       cross join lateral (select case n when 1 then $3::int
         else ($2::int - $3::int) / ($1::int - 1) end as length) l`,
    [channelCount, messageCount, longest],
  );
  await pool.query(
    `insert into chat_members (channel_id, user_id)
     select c.id, u.id from chat_channels c cross join users u where c.id like 'c-bench%'`,
  );
  await pool.query(
    `insert into chat_messages (id, channel_id, seq, rev, sender_id, client_msg_id, content,
       mentioned_user_ids, created_at)
     select gen_random_uuid(), c.id, seq, seq, ids[1 + seq % cardinality(ids)], gen_random_uuid(),
       'Message ' || seq || ' about stock FD' || 10000 + seq % 90000
         || repeat(' and the words around it', (seq % 7)::int),
       case when seq % 20 = 0 then array[ids[1 + seq / 20 % cardinality(ids)]] else '{}' end,
       now() - (c.last_seq - seq) * interval '1 minute'
     from chat_channels c
       cross join lateral generate_series(1, c.last_seq) seq
       cross join (select array_agg(id) as ids from users where username like 'writer%') w
     where c.id like 'c-bench%'`,
  );
  await pool.query('vacuum analyze');
}
