import type pg from 'pg';

export const openCount = Number(process.env.CHANNELS ?? 10_000);
export const joinedCount = 500;
const messagesEach = 400;

/**
 * Inserts ten thousand public channels. Two users are in five hundred of them, each full of messages of someone else:
 * one has read nothing, the other everything.
 */
export async function fillChannels(
  pool: pg.Pool,
  { writer, away, present }: { writer: number; away: number; present: number },
): Promise<void> {
  await pool.query(
    `insert into chat_channels (id, type, name, description, created_by, last_seq, last_rev)
     select 'open-' || n, 'public', 'Row ' || substr(md5(n::text), 1, 6) || ' ' || n,
       'Cars of lane ' || n % 40, $2, case when n <= $3 then $4::int else 0 end,
       case when n <= $3 then $4::int else 0 end
     from generate_series(1, $1) n`,
    [openCount, writer, joinedCount, messagesEach],
  );
  await pool.query(
    `insert into chat_members (channel_id, user_id, added_by)
     select 'open-' || n, person, $2 from generate_series(1, $1) n, unnest($3::int[]) person`,
    [joinedCount, writer, [writer, away, present]],
  );
  // In order of time, so that the messages of a channel are not stored next to each other.
  await pool.query(
    `insert into chat_messages (id, channel_id, seq, rev, sender_id, client_msg_id, content,
       mentioned_user_ids, created_at)
     select gen_random_uuid(), 'open-' || n, seq, seq, $2, gen_random_uuid(),
       repeat('The blue one is sold. ', 5), '{}', now() - interval '1 minute' * ($3::int - seq)
     from generate_series(1, $3) seq, generate_series(1, $1) n`,
    [joinedCount, writer, messagesEach],
  );
  await pool.query(
    `insert into chat_reads (user_id, channel_id, last_read_seq)
     select person, 'open-' || n, case person when $2::int then 0 else $4::int end
     from generate_series(1, $1) n, unnest(array[$2, $3]::int[]) person`,
    [joinedCount, away, present, messagesEach],
  );
  // Not vacuumed, because in reality the unread messages have just been written.
  await pool.query('analyze');
}
