import { type Kysely, sql } from 'kysely';
import { type ImportedMessage, importQuietly } from '../../../chat/server/public.ts';
import { findImport } from '../imports.ts';
import { findDestinations } from '../matching/destinations.ts';
import { countProblems, type Problem } from '../problems.ts';
import type { ChannelRow, ChatImportTables, ImportServices, MessageRow } from '../tables.ts';
import { announceConversation, type Opened, openConversation } from './conversation.ts';
import { convertMessage, type Prepared } from './convert.ts';
import { prepare } from './prepare.ts';
import type { Slice } from './slice.ts';

type Tx = Kysely<ChatImportTables>;

const batchMessages = 500;

/** Imports the next messages of a conversation: all of them together with the progress, or nothing. */
export async function importBatch(
  services: ImportServices,
  slice: Slice,
  channel: ChannelRow,
): Promise<void> {
  // Fetch no files for messages that cannot be imported.
  const [destination] = await findDestinations(services.db, slice.row, [channel], slice.people);
  const rows = destination?.obstacle ? [] : await readNext(services.db, channel);
  const { prepared, problems, taken } = await prepare(services, slice, channel, rows);
  const isLast = rows.length < batchMessages && taken === rows.length;
  const last = rows[taken - 1];
  const opened = await services.db.transaction().execute(async (tx) => {
    if (!(await isStillNext(tx, slice, channel))) return null;
    const step = { prepared, problems, taken, isLast, cursor: last };
    return store(tx, services.importHooks, slice, channel, step);
  });
  if (opened) announceConversation(services, opened, isLast);
}

const readNext = (db: Kysely<ChatImportTables>, channel: ChannelRow): Promise<MessageRow[]> =>
  db
    .selectFrom('chat_import_messages')
    .selectAll()
    .where('import_id', '=', channel.import_id)
    .where('channel', '=', channel.place)
    .where(sql<boolean>`(at_us, nth) > (${channel.cursor_us}::bigint, ${channel.cursor_nth}::int)`)
    .orderBy('at_us')
    .orderBy('nth')
    .limit(batchMessages)
    .execute();

/** A job delivered twice waits here, and finds the work done. */
async function isStillNext(tx: Tx, { row }: Slice, channel: ChannelRow): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtext('chat-import.step'), ${row.id})`.execute(tx);
  const now = await findImport(tx, row.id);
  const found = await tx
    .selectFrom('chat_import_channels')
    .select(['cursor_us', 'cursor_nth', 'is_done'])
    .where('import_id', '=', row.id)
    .where('place', '=', channel.place)
    .executeTakeFirst();
  const isSame = found?.cursor_us === channel.cursor_us && found.cursor_nth === channel.cursor_nth;
  return now?.state === 'importing' && isSame && !found.is_done;
}

interface Step {
  prepared: readonly Prepared[];
  problems: readonly Problem[];
  /** Number of rows processed; fetching the files of the rest would take too long. */
  taken: number;
  isLast: boolean;
  cursor: MessageRow | undefined;
}

async function store(
  tx: Tx,
  importHooks: ImportServices['importHooks'],
  slice: Slice,
  channel: ChannelRow,
  { prepared, problems, taken, isLast, cursor }: Step,
): Promise<Opened | null> {
  // A conversation without messages would not be visible.
  const isEmpty = channel.message_count === 0 && !['public', 'private'].includes(channel.kind);
  const opened = isEmpty ? null : await openConversation(tx, slice, channel);
  if (!opened || 'obstacle' in opened) {
    const at = channel.name || 'A direct or group message';
    const obstacle = opened?.obstacle.replace(/\.$/, '');
    if (obstacle) await countProblems(tx, slice.row.id, [{ at, error: obstacle }]);
    await move(tx, channel, { isDone: true, cursor: undefined });
    return null;
  }
  const converted = prepared.map((one) => convertMessage(slice, channel, opened.channelId, one));
  const coming = converted.flatMap(({ messages }) => messages);
  const files = prepared.reduce((sum, { attachments }) => sum + attachments.length, 0);
  if (coming.length > 0) await write(tx, importHooks, opened, coming);
  await countProblems(tx, slice.row.id, [
    ...problems,
    ...converted.flatMap(({ problems: found }) => found),
  ]);
  await move(tx, channel, { isDone: isLast, cursor });
  await tx
    .updateTable('chat_imports')
    .set((eb) => ({
      done_count: eb('done_count', '+', taken),
      channels_brought: eb('channels_brought', '+', opened.isNew ? 1 : 0),
      messages_brought: eb('messages_brought', '+', prepared.length),
      reactions_brought: eb(
        'reactions_brought',
        '+',
        converted.reduce((sum, { reactions }) => sum + reactions, 0),
      ),
      files_brought: eb('files_brought', '+', files),
    }))
    .where('id', '=', slice.row.id)
    .execute();
  return opened;
}

async function write(
  tx: Tx,
  importHooks: ImportServices['importHooks'],
  { channelId }: Opened,
  messages: readonly ImportedMessage[],
) {
  const { before, after } = await importQuietly(tx, channelId, messages, importHooks);
  // If someone has used it since the last import, it remains marked as used.
  await tx
    .updateTable('chat_import_conversations')
    .set({ rev: after })
    .where('channel_id', '=', channelId)
    .where('rev', '=', before)
    .execute();
  const sent = messages.map(({ clientMsgId: id, senderId: sender }) => ({ id, sender }));
  await sql`insert into chat_import_sent (client_msg_id, channel_id, sender_id)
    select s.id, ${channelId}, s.sender
    from jsonb_to_recordset(${JSON.stringify(sent)}::jsonb) as s (id uuid, sender integer)
    on conflict do nothing`.execute(tx);
}

async function move(
  tx: Tx,
  { import_id, place }: ChannelRow,
  { isDone, cursor }: { isDone: boolean; cursor: MessageRow | undefined },
): Promise<void> {
  await tx
    .updateTable('chat_import_channels')
    .set({
      is_done: isDone,
      ...(cursor && { cursor_us: cursor.at_us, cursor_nth: cursor.nth }),
    })
    .where('import_id', '=', import_id)
    .where('place', '=', place)
    .execute();
}
