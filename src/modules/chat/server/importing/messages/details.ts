import { sql } from 'kysely';
import type { Db } from '../../../../../platform/server/db/database.ts';
import type { ChatTables } from '../../tables.ts';
import type { ResolvedMessage } from './importedMessage.ts';

/**
 * Adds reactions, files, pins, earlier versions and poll votes to messages just imported, and
 * recalculates their thread summaries: one change per message.
 */
export async function addDetails(
  tx: Db<ChatTables>,
  stored: ReadonlyMap<ResolvedMessage, string>,
  roots: ReadonlySet<string>,
): Promise<void> {
  const entries = [...stored].filter(
    ([message]) =>
      message.reactions?.length ||
      message.pinned ||
      message.edits?.length ||
      message.editedAt ||
      message.attachments?.length ||
      message.poll,
  );
  const details = entries.map(([message, id]) => ({
    id,
    reactions: message.reactions ?? [],
    pinned_at: message.pinned?.at,
    pinned_by: message.pinned?.by,
    edited_at: message.edits?.at(-1)?.replacedAt ?? message.editedAt,
    attachments: message.attachments,
    poll: message.poll,
  }));
  const detailed = new Set(details.map(({ id }) => id));
  const others = [...roots].filter((id) => !detailed.has(id)).map((id) => ({ id }));
  if (details.length + others.length === 0) return;
  await keepVersions(tx, entries);
  await attachFiles(tx, entries);
  await touch(tx, [...details, ...others]);
  await followThreads(tx, [...roots]);
}

async function keepVersions(
  tx: Db<ChatTables>,
  entries: readonly (readonly [ResolvedMessage, string])[],
): Promise<void> {
  const versions = entries.flatMap(([{ edits = [] }, message_id]) =>
    edits.map(({ content, replacedAt: replaced_at }, index) => ({
      message_id,
      version: index + 1,
      content,
      replaced_at,
    })),
  );
  if (versions.length > 0) await tx.insertInto('chat_message_edits').values(versions).execute();
}

async function attachFiles(
  tx: Db<ChatTables>,
  entries: readonly (readonly [ResolvedMessage, string])[],
): Promise<void> {
  const links = entries.flatMap(([{ attachments = [] }, message_id]) =>
    attachments.map(({ id: upload_id }) => ({ upload_id, message_id })),
  );
  if (links.length > 0) await tx.insertInto('chat_attachments').values(links).execute();
}

async function touch(tx: Db<ChatTables>, details: readonly object[]): Promise<void> {
  await sql`
    with given as materialized (
      select g.*, m.channel_id,
        row_number() over (partition by m.channel_id order by m.rev) as nth
      from json_to_recordset(${JSON.stringify(details)}::json) as g (id uuid, reactions jsonb,
        pinned_at timestamptz, pinned_by int, edited_at timestamptz, attachments jsonb, poll jsonb)
      join chat_messages m on m.id = g.id
    ), bumped as (
      update chat_channels c set last_rev = c.last_rev + g.n
      from (select channel_id, count(*) as n from given group by channel_id) g
      where c.id = g.channel_id
      returning c.id, c.last_rev - g.n as rev
    )
    update chat_messages m set
      rev = b.rev + g.nth,
      reactions = coalesce(g.reactions, m.reactions),
      pinned_at = coalesce(g.pinned_at, m.pinned_at),
      pinned_by = coalesce(g.pinned_by, m.pinned_by),
      edited_at = coalesce(g.edited_at, m.edited_at),
      attachments = coalesce(g.attachments, m.attachments),
      message_type = case when g.poll is null then m.message_type else 'poll' end,
      metadata = case when g.poll is null then m.metadata
        else jsonb_build_object('poll', g.poll) end,
      reply_count = r.n,
      last_thread_seq = coalesce(r.latest_seq, m.last_thread_seq),
      last_reply_at = r.latest_at,
      replier_ids = coalesce(r.repliers[1:5], '{}')
    from given g join bumped b on b.id = g.channel_id
    cross join lateral (
      select sum(n)::int as n, max(seq) as latest_seq, max(at) as latest_at,
        array_agg(sender_id order by at desc) filter (where n > 0) as repliers
      from (select sender_id, count(*) filter (where deleted_at is null) as n,
          max(thread_seq) as seq, max(created_at) filter (where deleted_at is null) as at
        from chat_messages where thread_id = g.id group by sender_id
        union all select 0, 0, null, null) of_each) r
    where m.id = g.id`.execute(tx);
}

/** Participants of a thread follow it, and its imported replies count as read. */
async function followThreads(tx: Db<ChatTables>, roots: readonly string[]): Promise<void> {
  await sql`
    insert into chat_thread_members as t (user_id, thread_id, following, last_read_seq)
    select distinct p.sender_id, m.id, true, m.last_thread_seq
    from chat_messages m join chat_messages p on p.id = m.id or p.thread_id = m.id
    where m.id = any(${roots}::uuid[])
    on conflict (user_id, thread_id) do update set last_read_seq = excluded.last_read_seq`.execute(
    tx,
  );
}
