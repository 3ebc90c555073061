import { sql } from 'kysely';
import type { Platform } from '../../../../platform/server/platform.ts';
import { findReferences } from '../../../records/contract.ts';
import { messageChanged } from '../../contract/changes.ts';
import { newMessage } from '../../contract.ts';
import { type Cursors, workOnChanges } from '../following/cursors.ts';
import { keepFollowing } from '../following/wake.ts';
import type { ChatServices } from '../services.ts';

interface ChangedRow {
  id: string;
  channel_id: string;
  rev: number;
  content: string;
  message_type: string;
  deleted_at: Date | null;
}

const cursors: Cursors = {
  table: 'chat_record_cursors',
  columns: sql`m.id, m.channel_id, m.rev, m.content, m.message_type, m.deleted_at`,
  atOnce: 500,
};

/** Indexes the records mentioned in messages, asynchronously, including edits and deletions. */
export function followMentions(platform: Platform, { db }: ChatServices): void {
  keepFollowing(platform, {
    work: (which = {}) => workOnChanges(db, cursors, which, indexMentions),
    after: [newMessage, messageChanged],
    gatherMs: 200,
    pauseMs: 500,
    sweepMs: 5_000,
    failureMessage: 'Failed to index record mentions; will retry',
  });
}

async function indexMentions(tx: ChatServices['db'], rows: readonly ChangedRow[]): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  const named = rows.flatMap(({ id, ...row }) =>
    namedIn(row).map((key) => ({ message_id: id, ...key })),
  );
  const wanted = JSON.stringify(named);
  await sql`
    delete from chat_record_mentions r where r.message_id = any(${ids}::uuid[])
      and (r.kind, r.key, r.message_id) not in (select w.kind, w.key, w.message_id
        from json_to_recordset(${wanted}::json) as w (kind text, key text, message_id uuid))`.execute(
    tx,
  );
  if (named.length === 0) return;
  await sql`
    insert into chat_record_mentions (kind, key, message_id)
    select w.kind, w.key, w.message_id
    from json_to_recordset(${wanted}::json) as w (kind text, key text, message_id uuid)
    on conflict do nothing`.execute(tx);
}

function namedIn({ content, message_type, deleted_at }: Omit<ChangedRow, 'id'>) {
  if (deleted_at !== null || message_type === 'system') return [];
  return findReferences(content).map(({ kind, key }) => ({ kind, key }));
}
