import { type Kysely, sql } from 'kysely';
import type { Platform } from '../../../../platform/server/platform.ts';
import type { Archive } from '../archive/archive.ts';
import { openArchive, UnreadableExport } from '../archive/archive.ts';
import type { Exported, Intake, Person } from '../exports/exported.ts';
import { findMattermost, readMattermost } from '../exports/mattermost/read.ts';
import { findSlack, readSlack } from '../exports/slack/read.ts';
import type { ChatImportTables, ImportRow } from '../tables.ts';
import { createStage, type Staged } from './stage.ts';

type Tx = Kysely<ChatImportTables>;

/** Takes an export into the tables of this room, where it waits to be brought in. Throws UnreadableExport. */
export async function readExport(
  storage: Platform['storage'],
  tx: Tx,
  row: ImportRow,
  tell: (done: number) => Promise<void>,
) {
  // Millions of messages may take longer than any request.
  await sql`set local statement_timeout = 0`.execute(tx);
  const archive = await openArchive(storage, row.storage_key ?? '', row.size_bytes);
  try {
    const stage = createStage(tx, row.id, tell);
    const exported = await readArchive(archive, row.file_name, stage.intake);
    const staged = await stage.end({ givesIds: exported.workspace.kind === 'slack' });
    if (exported.conversations.length === 0)
      throw new UnreadableExport('There are no conversations in this export.');
    await keepPeople(tx, row.id, exported.people, staged);
    await keepChannels(tx, row.id, exported, staged);
    return factsOf(exported, staged);
  } finally {
    archive.close();
  }
}

function readArchive(archive: Archive, fileName: string, intake: Intake): Promise<Exported> {
  const slack = findSlack(archive);
  if (slack !== null) return readSlack(archive, slack, fileName, intake);
  const lines = findMattermost(archive);
  if (lines !== null) return readMattermost(archive, lines, intake);
  throw new UnreadableExport('This ZIP file is no export of Slack or Mattermost.');
}

const toDate = (us: number) => new Date(Math.floor(us / 1000));

function factsOf({ workspace }: Exported, { messages, files, fileBytes, from, until }: Staged) {
  return {
    kind: workspace.kind,
    workspace: workspace.name,
    workspace_key: workspace.key,
    message_count: messages,
    file_count: files,
    file_bytes: fileBytes,
    from_at: messages > 0 ? toDate(from) : null,
    until_at: messages > 0 ? toDate(until) : null,
    total_count: messages,
    done_count: messages,
    is_kept: true,
  };
}

/** Whoever has the same address here is taken for the same person. */
async function keepPeople(
  tx: Tx,
  importId: number,
  people: readonly Person[],
  { messagesOf }: Staged,
): Promise<void> {
  const rows = people.map(({ sourceId, ...person }, place) => ({
    ...person,
    place,
    source_id: sourceId,
    messages: messagesOf.get(sourceId) ?? 0,
  }));
  await sql`insert into chat_import_people
    (import_id, source_id, place, name, handle, email, message_count, user_id, matched_by)
    select distinct on (r.source_id) ${importId}, r.source_id, r.place, r.name, r.handle, r.email,
      r.messages, u.id, case when u.id is not null then 'email' end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (source_id text, place integer,
      name text, handle text, email text, messages integer)
    left join users u on u.email = lower(r.email) and u.is_active and not u.pending
      and u.deleted_at is null and u.protection is distinct from 'system_bot'
    order by r.source_id, r.place`.execute(tx);
}

async function keepChannels(
  tx: Tx,
  importId: number,
  { conversations }: Exported,
  { channels }: Staged,
): Promise<void> {
  let next = channels.size;
  const rows = conversations.map((one) => {
    const known = channels.get(one.sourceId);
    return {
      place: known?.place ?? next++,
      source_id: one.sourceId,
      kind: one.kind,
      name: one.name,
      description: one.description,
      creator: one.creator,
      member_ids: one.memberIds,
      created_at: one.createdAt,
      is_archived: one.isArchived,
      messages: known?.messages ?? 0,
    };
  });
  await sql`insert into chat_import_channels (import_id, place, source_id, kind, name, description,
      creator, member_ids, created_at, is_archived, message_count)
    select ${importId}, r.place, r.source_id, r.kind, r.name, r.description, r.creator,
      array(select jsonb_array_elements_text(r.member_ids)), r.created_at, r.is_archived, r.messages
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (place integer, source_id text,
      kind text, name text, description text, creator text, member_ids jsonb,
      created_at timestamptz, is_archived boolean, messages integer)`.execute(tx);
}
