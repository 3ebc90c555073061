import { type Kysely, sql } from 'kysely';
import { Unreadable } from '../../../../platform/server/parsing/parser.ts';
import { defineParser, storedSource } from '../../../../platform/server/parsing/parsing.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { unreadableOf } from '../archive/unreadable.ts';
import { countProblems } from '../problems.ts';
import type { ChatImportTables, ImportRow } from '../tables.ts';
import type exportParser from './exportParser.ts';
import type { BatchHead, ExportFacts } from './exportParser.ts';

type Tx = Kysely<ChatImportTables>;

const parser = defineParser<typeof exportParser>({
  name: 'chat-import.export',
  module: new URL('./exportParser.ts', import.meta.url),
  lane: 'streams',
  // Until the first thousand messages are out.
  seconds: 60,
  totalSeconds: 3_600,
  outputMaxBytes: Number.POSITIVE_INFINITY,
});

/** Reads an export into the tables of this module, ready to be imported. Throws UnreadableExport. */
export async function readExport(
  { storage, parsing }: Pick<Platform, 'storage' | 'parsing'>,
  tx: Tx,
  row: ImportRow,
  reportProgress: (done: number) => Promise<void>,
) {
  // Millions of messages can take longer than the statement timeout.
  await sql`set local statement_timeout = 0`.execute(tx);
  const source = storedSource(storage, row.storage_key ?? '', row.size_bytes);
  const reading = await parsing.open(parser, source, { fileName: row.file_name });
  try {
    const items = reading.items();
    let head: BatchHead | undefined;
    for (;;) {
      const { done, value } = await items.next();
      if (done) {
        // Slack provides ids: duplicates of one id are the same message.
        if (value.kind !== 'slack') await distinguishDuplicates(tx, row.id);
        return factsOf(value);
      }
      if (!Buffer.isBuffer(value)) head = value;
      else if (head) await storeBatch[head.of](tx, row.id, value.toString());
      if (Buffer.isBuffer(value) && head?.of === 'messages') await reportProgress(head.soFar);
    }
  } catch (error) {
    throw error instanceof Unreadable ? unreadableOf(error) : error;
  } finally {
    reading.close();
  }
}

const toDate = (us: number | null) => (us === null ? null : new Date(Math.floor(us / 1000)));

const factsOf = (facts: ExportFacts) => ({
  kind: facts.kind,
  workspace: facts.workspace,
  workspace_key: facts.workspaceKey,
  message_count: facts.messages,
  file_count: facts.files,
  file_bytes: facts.fileBytes,
  from_at: toDate(facts.from),
  until_at: toDate(facts.until),
  total_count: facts.messages,
  done_count: facts.messages,
  is_kept: true,
});

/** The rows of a batch are JSON text, which the database takes as it is. */
const storeBatch: Record<
  BatchHead['of'],
  (tx: Tx, importId: number, rows: string) => Promise<unknown>
> = {
  messages: (tx, importId, rows) =>
    sql`insert into chat_import_messages
        (import_id, channel, at_us, nth, source_id, author, root_id, body)
        select ${importId}, r.channel, r.at_us, r.nth, r.source_id, r.author, r.root_id, r.body
        from jsonb_to_recordset(${rows}::jsonb) as r (channel integer, at_us bigint,
          nth integer, source_id text, author text, root_id text, body jsonb)`.execute(tx),
  problems: (tx, importId, rows) => countProblems(tx, importId, JSON.parse(rows)),
  // People with the same email address are matched.
  people: (tx, importId, rows) =>
    sql`insert into chat_import_people
        (import_id, source_id, place, name, handle, email, message_count, user_id, matched_by)
        select distinct on (r.source_id) ${importId}, r.source_id, r.place, r.name, r.handle,
          r.email, r.messages, u.id, case when u.id is not null then 'email' end
        from jsonb_to_recordset(${rows}::jsonb) as r (source_id text, place integer,
          name text, handle text, email text, messages integer)
        left join users u on u.email = lower(r.email) and u.email_confirmed_at is not null
          and u.is_active and not u.pending
          and u.deleted_at is null and u.protection is distinct from 'system_bot'
        order by r.source_id, r.place`.execute(tx),
  channels: (tx, importId, rows) =>
    sql`insert into chat_import_channels (import_id, place, source_id, kind, name, description,
          creator, member_ids, created_at, is_archived, message_count)
        select ${importId}, r.place, r.source_id, r.kind, r.name, r.description, r.creator,
          array(select jsonb_array_elements_text(r.member_ids)), r.created_at, r.is_archived,
          r.messages
        from jsonb_to_recordset(${rows}::jsonb) as r (place integer, source_id text,
          kind text, name text, description text, creator text, member_ids jsonb,
          created_at timestamptz, is_archived boolean, messages integer)`.execute(tx),
};

/** Without ids in the export, messages of one person at the same instant would have the same id. */
const distinguishDuplicates = (tx: Tx, importId: number) =>
  sql`update chat_import_messages m set source_id = d.source_id || '#' || d.count
    from (select channel, at_us, nth, source_id,
        row_number() over (partition by channel, source_id order by nth) as count
      from chat_import_messages where import_id = ${importId}) d
    where m.import_id = ${importId} and d.count > 1
      and (m.channel, m.at_us, m.nth) = (d.channel, d.at_us, d.nth)`.execute(tx);
