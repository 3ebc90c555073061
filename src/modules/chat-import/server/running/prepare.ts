import { type Kysely, sql } from 'kysely';
import type { ImportedMessage } from '../../../chat/server/public.ts';
import type { Problem } from '../problems.ts';
import type { ChannelRow, ChatImportTables, ImportServices, MessageRow } from '../tables.ts';
import { type Prepared, senderOf, textOf } from './drafts.ts';
import { type Attachment, bringFile } from './files.ts';
import { idOfMessage } from './ids.ts';
import type { Slice } from './slice.ts';

/** After so long no more files are fetched for one group: what has come is written first. */
const patienceMs = 15_000;

/**
 * Finds out which of these messages are new, who sends them and what they hang on, and brings their files in
 * before them. `taken`: so many of the rows were looked at.
 */
export async function prepare(
  desk: ImportServices,
  slice: Slice,
  channel: ChannelRow,
  rows: readonly MessageRow[],
): Promise<{ prepared: Prepared[]; problems: Problem[]; taken: number }> {
  const until = performance.now() + patienceMs;
  const idOf = (messageId: string) => idOfMessage(slice.row, channel, messageId);
  const known = await findKnown(
    desk.db,
    rows.flatMap(({ source_id, root_id }) => [source_id, root_id ?? source_id]).map(idOf),
  );
  const prepared: Prepared[] = [];
  const problems: Problem[] = [];
  let taken = 0;
  for (const message of rows) {
    if (taken > 0 && performance.now() > until) break;
    taken += 1;
    const clientMsgId = idOf(message.source_id);
    if (known.has(clientMsgId)) continue;
    if (message.at_us > slice.row.created_at.getTime() * 1000) {
      // Nobody has said it yet.
      const error = 'A message dated after this import began stays out';
      problems.push({ at: channel.name || 'Direct messages', error });
      continue;
    }
    const senderId = senderOf(slice, message);
    const { attachments, missing, failures } = await bringFiles(desk, slice, message, senderId);
    for (const error of failures) problems.push({ at: whereOf(channel, message), error });
    const content = textOf(slice, {
      message,
      senderId,
      missing,
      isBare: attachments.length === 0,
    });
    if (content === '' && attachments.length === 0) {
      const error = 'A message that says nothing stays out';
      problems.push({ at: channel.name || 'Direct messages', error });
      continue;
    }
    const inThreadOf = threadOf(message, idOf, known);
    known.set(clientMsgId, { senderId, isRoot: inThreadOf === undefined });
    prepared.push({ message, clientMsgId, senderId, content, inThreadOf, attachments });
  }
  return { prepared, problems, taken };
}

interface Known {
  senderId: number;
  /** It stands in the timeline, and may have a thread. */
  isRoot: boolean;
}

/** Under whose name messages came in before, by their ids. */
async function findKnown(
  db: Kysely<ChatImportTables>,
  ids: readonly string[],
): Promise<Map<string, Known>> {
  const rows = await db
    .selectFrom('chat_import_sent as s')
    .innerJoin('chat_messages as m', (join) =>
      join
        .onRef('m.sender_id', '=', 's.sender_id')
        .onRef('m.client_msg_id', '=', 's.client_msg_id'),
    )
    .select(['s.client_msg_id', 's.sender_id', 'm.thread_id'])
    .where(sql<boolean>`s.client_msg_id = any(${[...new Set(ids)]}::uuid[])`)
    .execute();
  return new Map(
    rows.map((row) => [
      row.client_msg_id,
      { senderId: row.sender_id, isRoot: row.thread_id === null },
    ]),
  );
}

/** A reply whose thread is not in the export stands in the timeline. */
function threadOf(
  { root_id }: MessageRow,
  idOf: (messageId: string) => string,
  known: ReadonlyMap<string, Known>,
): ImportedMessage['inThreadOf'] {
  if (root_id === null) return undefined;
  const clientMsgId = idOf(root_id);
  const root = known.get(clientMsgId);
  return root?.isRoot ? { senderId: root.senderId, clientMsgId } : undefined;
}

async function bringFiles(
  desk: ImportServices,
  slice: Slice,
  { body }: MessageRow,
  senderId: number,
) {
  const attachments: Attachment[] = [];
  const missing: string[] = [];
  const failures: string[] = [];
  for (const file of body.files ?? []) {
    const brought = slice.row.with_files ? await bringFile(desk, slice, file, senderId) : null;
    if (brought && 'id' in brought) attachments.push(brought);
    else missing.push(file.name);
    if (brought && 'failure' in brought) failures.push(`“${file.name}” ${brought.failure}`);
  }
  return { attachments, missing, failures };
}

const whereOf = ({ name }: ChannelRow, { at_us }: MessageRow) =>
  `${name || 'Direct messages'}, ${new Date(at_us / 1000).toISOString().slice(0, 10)}`;
