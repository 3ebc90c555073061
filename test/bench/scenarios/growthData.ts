import type pg from 'pg';

export const channelId = (number: number) => `grow-${number}`;

/** A word of one message in ten, and of one in ten thousand. */
export const frequentWord = 'delivery';
export const rareWord = 'recall';

/** Adds private channels up to this number. */
export async function addChannels(pool: pg.Pool, creator: number, count: number): Promise<void> {
  await pool.query(
    `insert into chat_channels (id, type, name, created_by, last_message_at)
     select 'grow-' || n, 'private', 'Grow ' || n, $2, now() from generate_series(1, $1::int) n
     on conflict do nothing`,
    [count, creator],
  );
}

/** Makes these people members of all these channels. */
export async function addMembers(pool: pg.Pool, userIds: readonly number[]): Promise<void> {
  await pool.query(
    `insert into chat_members (channel_id, user_id)
     select c.id, person from chat_channels c, unnest($1::int[]) person where c.id like 'grow-%'
     on conflict do nothing`,
    [userIds],
  );
}

interface Fill {
  writer: number;
  /** How many messages the first channel, and each of the others, has afterwards. */
  first: number;
  each: number;
}

/** Adds messages with all that the server would have made of them: the index of the search, and the cursors. */
export async function addMessages(pool: pg.Pool, { writer, first, each }: Fill): Promise<void> {
  const client = await pool.connect();
  // Neither looks up what each row refers to, nor waits for the disk.
  await client.query(`set session_replication_role = replica; set synchronous_commit = off;
    set maintenance_work_mem = '1GB'`);
  await client.query(`create temporary table grown as
    select id, last_seq as since, case id when 'grow-1' then ${first} else ${each} end as until
    from chat_channels where id like 'grow-%'`);
  await withoutIndexes(client, ['chat_messages', 'chat_search'], async () => {
    // In order of time, so that the messages of a channel are not stored next to each other.
    await client.query(
      `insert into chat_messages (id, channel_id, seq, rev, sender_id, client_msg_id, content,
         mentioned_user_ids, created_at)
       select uuidv7(), id, seq, seq, $1, uuidv7(),
         'Message ' || seq || ' about stock FD' || abs(hashtext(id || seq)) || ' at the front desk'
           || case when seq % 10 = 0 then ' ${frequentWord}' else '' end
           || case when seq % 10000 = 0 then ' ${rareWord}' else '' end,
         '{}', now() - interval '1 day' * (1 - (seq - since)::float / (until - since))
       from grown, generate_series(since + 1, until) seq
       order by (seq - since)::float / (until - since)`,
      [writer],
    );
    await client.query(
      `insert into chat_search (message_id, channel_id, created_at, author_id, seq, search_text)
       select m.id, channel_id, created_at, sender_id, seq, ' ' || lower(content) || ' '
       from chat_messages m join grown g on g.id = m.channel_id and m.seq > g.since`,
    );
  });
  // At once, or the server would notify people of messages that it takes for new ones.
  await client.query(`begin;
    update chat_channels c set last_seq = until, last_rev = until from grown g where g.id = c.id;
    ${['chat_search_cursors', 'chat_notify_cursors', 'chat_record_cursors']
      .map(
        (table) => `insert into ${table} (channel_id, rev) select id, until from grown
          on conflict (channel_id) do update set rev = excluded.rev;`,
      )
      .join('')}
    commit`);
  client.release(true);
  await pool.query('vacuum analyze');
}

/** Without the indexes of the tables, which are made again afterwards, in a part of the time. */
async function withoutIndexes(
  client: pg.PoolClient,
  tables: readonly string[],
  fill: () => Promise<void>,
): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index i where indrelid = any($1::regclass[])
       and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
    [tables],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  await fill();
  for (const { definition } of rows) await client.query(definition);
}

/** Gives each of these people notifications up to this number, as many as anyone keeps at most. */
export async function addNotifications(pool: pg.Pool, userIds: readonly number[], each: number) {
  await pool.query(
    `insert into notifications (user_id, key, title, message, type)
     select person, 'grow:' || n, 'Grow', 'Message', 'default'
     from unnest($1::int[]) person, generate_series(1, $2::int) n
     on conflict do nothing`,
    [userIds, each],
  );
}
