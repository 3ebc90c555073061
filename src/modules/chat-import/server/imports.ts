import { type Kysely, sql } from 'kysely';
import { notFound } from '../../../platform/server/errors.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import type { ChatImport, ExportedChannel } from '../contract.ts';
import { type Destination, findDestinations } from './matching/destinations.ts';
import { findTakenNames, freeName } from './matching/names.ts';
import { findPeople, type People } from './matching/people.ts';
import { listProblems } from './problems.ts';
import { readsUndone } from './steps/undone.ts';
import type { ChannelRow, ChatImportTables, ImportRow } from './tables.ts';

type Db = Kysely<ChatImportTables>;

const listed = 10;
/** Public channels first. */
const exportedKinds: readonly ExportedChannel['kind'][] = ['public', 'private', 'group', 'direct'];

export async function findImport(db: Db, importId: number): Promise<ImportRow | undefined> {
  return db.selectFrom('chat_imports').selectAll().where('id', '=', importId).executeTakeFirst();
}

/** Everyone with system management sees all imports: they belong to the group. Throws 404. */
export async function getImport(db: Db, importId: number): Promise<ImportRow> {
  const row = await findImport(db, importId);
  if (!row) throw notFound();
  return row;
}

export async function listChatImports(db: Db) {
  const rows = await db
    .selectFrom('chat_imports as i')
    .innerJoin('users as u', 'u.id', 'i.created_by')
    .select(['i.id', 'i.file_name', 'i.state', 'i.message_count', 'i.messages_brought'])
    .select(['i.created_at', 'u.shown_name'])
    .orderBy('i.id', 'desc')
    .limit(listed)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    fileName: row.file_name,
    state: row.state,
    messages: row.message_count,
    brought: row.messages_brought,
    createdAt: row.created_at.toISOString(),
    createdBy: row.shown_name,
  }));
}

export const listChannelRows = (db: Db, importId: number): Promise<ChannelRow[]> =>
  db
    .selectFrom('chat_import_channels')
    .selectAll()
    .where('import_id', '=', importId)
    .orderBy(sql`array_position(${[...exportedKinds]}::text[], kind)`)
    .orderBy(sql`lower(name)`)
    .orderBy('place')
    .execute();

/** An import with the contents of its export. */
export async function describeImport(db: Db, actor: Actor, row: ImportRow): Promise<ChatImport> {
  const people = await findPeople(db, row.id);
  const creator = await db
    .selectFrom('users')
    .select('shown_name')
    .where('id', '=', row.created_by)
    .executeTakeFirstOrThrow();
  return {
    id: row.id,
    fileName: row.file_name,
    sizeBytes: row.size_bytes,
    kind: row.kind,
    workspace: row.workspace,
    state: row.state,
    failure: row.failure,
    done: row.done_count,
    total: row.total_count,
    withFiles: row.with_files,
    files: row.file_count,
    fileBytes: row.file_bytes,
    messages: row.message_count,
    from: row.from_at?.toISOString() ?? null,
    until: row.until_at?.toISOString() ?? null,
    people: [...people.values()].map(({ handle: _, username: __, ...person }) => person),
    channels: await describeChannels(db, row, people),
    brought: {
      channels: row.channels_brought,
      messages: row.messages_brought,
      reactions: row.reactions_brought,
      files: row.files_brought,
    },
    kept: row.kept_count,
    canReadRemoved: readsUndone(actor),
    ...(await listProblems(db, row.id)),
    createdAt: row.created_at.toISOString(),
    createdBy: creator.shown_name,
  };
}

async function describeChannels(
  db: Db,
  row: ImportRow,
  people: People,
): Promise<ExportedChannel[]> {
  const channels = await listChannelRows(db, row.id);
  const destinations = await findDestinations(db, row, channels, people);
  const names = await findNames(db, destinations);
  const taken = await findTakenNames(db);
  return channels.map((channel, index) => {
    const { channelId = null, obstacle = null } = destinations[index] ?? {};
    const isPublic = channel.kind === 'public' && !channelId;
    const name = isPublic ? freeName(channel.name, row.kind, taken) : channel.name;
    return {
      sourceId: channel.source_id,
      kind: channel.kind,
      name: (channelId && names.get(channelId)) || name || namesOf(channel, people),
      messages: channel.message_count,
      chosen: channel.chosen,
      obstacle,
      channelId,
    };
  });
}

async function findNames(
  db: Db,
  destinations: readonly Destination[],
): Promise<Map<string, string>> {
  const ids = destinations.flatMap(({ channelId }) => channelId ?? []);
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('chat_channels')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

const namesOf = ({ member_ids }: ChannelRow, people: People): string =>
  member_ids.map((id) => people.get(id)?.userName ?? people.get(id)?.name ?? id).join(', ');
