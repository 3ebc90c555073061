import { sql } from 'kysely';
import { isUnavailable } from '../../../../platform/server/db/database.ts';
import type { Jobs } from '../../../../platform/server/jobs/jobs.ts';
import {
  type Behind,
  channelsAtOnce,
  chooseBatch,
  type StoredMessage,
} from '../../../chat/server/public.ts';
import type { SearchDb } from '../tables.ts';
import { indexText, type Searched, textsOf } from '../text/document.ts';
import { forgetFiles, noteFiles } from './files.ts';

/** Changes and characters per transaction. */
const atOnce = 500;
const charactersAtOnce = 500_000;
type ChangedRow = StoredMessage & { of: string; last_rev: number };

interface Which {
  /** The channels known to have changed; all if absent. */
  only?: readonly string[] | undefined;
  without?: ReadonlySet<string>;
}

interface Taken {
  taken: number;
  /** There is more to do immediately. */
  hasMore: boolean;
  failed: readonly { id: string; error: unknown }[];
}

/** Indexes a bounded batch of changed messages. A failing channel does not block the others. */
export async function indexMessages(db: SearchDb, jobs: Jobs, which: Which = {}): Promise<Taken> {
  const behind = await listBehind(db, which);
  if (behind.length === 0) return { taken: 0, hasMore: false, failed: [] };
  const chosen = chooseBatch(behind, atOnce);
  await sql`insert into chat_search_cursors (channel_id)
    select unnest(${chosen}::text[]) on conflict do nothing`.execute(db);
  const hasOthers = behind.length > chosen.length || behind.length === channelsAtOnce;
  try {
    const { taken, isComplete } = await takeChannels(db, jobs, chosen);
    // Nothing at all: another instance is working on them.
    return { taken, hasMore: !isComplete || (taken > 0 && hasOthers), failed: [] };
  } catch (error) {
    if (isUnavailable(error)) throw error;
    return takeEach(db, jobs, chosen);
  }
}

async function takeEach(db: SearchDb, jobs: Jobs, channelIds: readonly string[]): Promise<Taken> {
  const failed: { id: string; error: unknown }[] = [];
  let taken = 0;
  for (const id of channelIds) {
    try {
      taken += (await takeChannels(db, jobs, [id])).taken;
    } catch (error) {
      if (isUnavailable(error)) throw error;
      failed.push({ id, error });
    }
  }
  return { taken, hasMore: true, failed };
}

/**
 * The cursors are locked and moved in the same transaction, so that two instances never do the same
 * work; the work is idempotent.
 */
function takeChannels(db: SearchDb, jobs: Jobs, channelIds: readonly string[]) {
  return db.transaction().execute(async (tx) => {
    const locked = await tx
      .selectFrom('chat_search_cursors')
      .select(['channel_id', 'rev'])
      .where('channel_id', 'in', channelIds)
      .orderBy('channel_id')
      .forUpdate()
      .skipLocked()
      .execute();
    if (locked.length === 0) return { taken: 0, isComplete: true };
    const rows = await readChanges(tx, locked);
    const { taken, cursors } = cutBatch(rows);
    await store(tx, taken);
    await noteFiles(tx, jobs, taken);
    await sql`update chat_search_cursors k set rev = w.rev
      from json_to_recordset(${JSON.stringify(cursors)}::json) as w(id text, rev bigint)
      where k.channel_id = w.id`.execute(tx);
    const isComplete = taken.length < atOnce && taken.length === rows.filter(isMessage).length;
    return { taken: taken.length, isComplete };
  });
}

async function listBehind(db: SearchDb, { only, without }: Which): Promise<Behind[]> {
  const { rows } = await sql<Behind>`
    select c.id, c.last_rev - coalesce(k.rev, 0) as waiting from chat_channels c
    left join chat_search_cursors k on k.channel_id = c.id
    where c.last_rev > coalesce(k.rev, 0)
      and ${only ? sql`c.id = any(${only}::text[])` : sql`true`}
      and ${without?.size ? sql`c.id <> all(${[...without]}::text[])` : sql`true`}
    order by waiting limit ${channelsAtOnce}`.execute(db);
  return rows;
}

async function readChanges(
  tx: SearchDb,
  locked: readonly { channel_id: string; rev: number }[],
): Promise<ChangedRow[]> {
  // The channel's revision is read together with its messages: later changes count as behind again.
  const { rows } = await sql<ChangedRow>`
    select w.channel_id as of, c.last_rev, m.*
    from json_to_recordset(${JSON.stringify(locked)}::json) as w(channel_id text, rev bigint)
    join chat_channels c on c.id = w.channel_id
    left join lateral (
      select m.id, m.rev, m.sender_id, m.content, m.metadata, m.attachments, m.reactions,
        m.reply_count, m.thread_id, m.pinned_at, m.edited_at, m.deleted_at
      from chat_messages m
      where m.channel_id = c.id and m.rev > w.rev
      order by m.rev limit ${atOnce}
    ) m on true
    order by w.channel_id, m.rev`.execute(tx);
  return rows;
}

const isMessage = (row: ChangedRow) => row.id !== null;

/** The messages of one batch, and the resulting cursor of each channel. */
function cutBatch(rows: readonly ChangedRow[]) {
  const taken: ChangedRow[] = [];
  const cursors: { id: string; rev: number }[] = [];
  let characters = 0;
  for (const [id, group] of Map.groupBy(rows, ({ of }) => of)) {
    const messages = group.filter(isMessage);
    const before = taken.length;
    for (const row of messages) {
      if (characters > charactersAtOnce) break;
      characters += row.content.length;
      taken.push(row);
    }
    const count = taken.length - before;
    const isComplete = count === messages.length && count < atOnce;
    const rev = isComplete ? group[0]?.last_rev : taken.at(-1)?.rev;
    if (rev !== undefined && (isComplete || count > 0)) cursors.push({ id, rev });
  }
  return { taken, cursors };
}

async function store(tx: SearchDb, rows: readonly ChangedRow[]): Promise<void> {
  const deleted = rows.filter((row) => row.deleted_at !== null).map(({ id }) => id);
  if (deleted.length > 0) {
    await tx.deleteFrom('chat_search').where('message_id', 'in', deleted).execute();
    await forgetFiles(tx, deleted);
  }
  const current = rows.filter((row) => row.deleted_at === null);
  if (current.length === 0) return;
  const entries = current.map((row) => {
    const message = searchedOf(row);
    return { id: row.id, text: indexText(textsOf(message), message) };
  });
  await sql`
    insert into chat_search as s (message_id, channel_id, created_at, author_id, seq, search_text)
    select m.id, m.channel_id, m.created_at, m.sender_id, m.seq, e.text
    from json_to_recordset(${JSON.stringify(entries)}::json) as e(id uuid, text text)
    join chat_messages m on m.id = e.id
    on conflict (message_id) do update set search_text = excluded.search_text, seq = excluded.seq
    where s.search_text <> excluded.search_text or s.seq is distinct from excluded.seq`.execute(tx);
}

function searchedOf(row: ChangedRow): Searched {
  return {
    content: row.content,
    metadata: row.metadata,
    attachments: row.attachments,
    reactionCount: row.reactions.length,
    replyCount: row.reply_count,
    isReply: row.thread_id !== null,
    isPinned: row.pinned_at !== null,
    isEdited: row.edited_at !== null,
  };
}
