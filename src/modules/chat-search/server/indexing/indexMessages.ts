import { sql } from 'kysely';
import type { Jobs } from '../../../../platform/server/jobs/jobs.ts';
import { type StoredMessage, type Which, workOnChanges } from '../../../chat/server/public.ts';
import type { SearchDb } from '../tables.ts';
import { indexText, type Searched, textsOf } from '../text/document.ts';
import { forgetFiles, noteFiles } from './files.ts';

const cursors = {
  table: 'chat_search_cursors',
  columns: sql`m.id, m.rev, m.content, m.metadata, m.attachments, m.reactions, m.reply_count,
    m.thread_id, m.pinned_at, m.edited_at, m.deleted_at`,
  atOnce: 500,
};

type ChangedRow = Pick<
  StoredMessage,
  | 'id'
  | 'rev'
  | 'content'
  | 'metadata'
  | 'attachments'
  | 'reactions'
  | 'reply_count'
  | 'thread_id'
  | 'pinned_at'
  | 'edited_at'
  | 'deleted_at'
>;

/** Indexes a bounded batch of changed messages; `done` counts them. Idempotent. */
export function indexMessages(db: SearchDb, jobs: Jobs, which: Which = {}) {
  return workOnChanges<ChangedRow, number>(db, cursors, which, async (lockedTx, rows) => {
    const tx = lockedTx as SearchDb;
    await store(tx, rows);
    await noteFiles(tx, jobs, rows);
    return rows.length;
  });
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
