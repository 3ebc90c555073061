import { type Kysely, sql } from 'kysely';
import type { StoredAttachment } from '../../../attachments/server/public.ts';
import type { ImportedMessage } from '../../../chat/server/public.ts';
import type { Problem } from '../problems.ts';
import type { ChannelRow, ChatImportTables, ImportServices, MessageRow } from '../tables.ts';
import { type Prepared, senderOf, textOf } from './convert.ts';
import { importAttachment } from './files.ts';
import { idOfMessage } from './ids.ts';
import type { Slice } from './slice.ts';

/** After this time no more files are fetched for a batch: what is there is written first. */
const patienceMs = 15_000;

/**
 * Finds which of these messages are new, with their authors and threads, and fetches their files first. `taken`:
 * number of rows processed.
 */
export async function prepare(
  services: ImportServices,
  slice: Slice,
  channel: ChannelRow,
  rows: readonly MessageRow[],
): Promise<{ prepared: Prepared[]; problems: Problem[]; taken: number }> {
  const until = performance.now() + patienceMs;
  const idOf = (messageId: string) => idOfMessage(slice.row, channel, messageId);
  const known = await findKnown(
    services.db,
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
      // Not a message yet.
      const error = 'A message dated after the start of this import was skipped';
      problems.push({ at: channel.name || 'Direct messages', error });
      continue;
    }
    const senderId = senderOf(slice, message);
    const { attachments, missing, failures } = await importAttachments(
      services,
      slice,
      message,
      senderId,
    );
    for (const error of failures) problems.push({ at: whereOf(channel, message), error });
    const content = textOf(slice, {
      message,
      senderId,
      missing,
      isBare: attachments.length === 0,
    });
    if (content === '' && attachments.length === 0) {
      const error = 'A message without content was skipped';
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
  /** It is in the timeline, and may have a thread. */
  isRoot: boolean;
}

/** Earlier authors of imported messages, by id. */
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

/** A reply whose thread is not in the export goes into the timeline. */
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

async function importAttachments(
  services: ImportServices,
  slice: Slice,
  { body }: MessageRow,
  senderId: number,
) {
  const attachments: StoredAttachment[] = [];
  const missing: string[] = [];
  const failures: string[] = [];
  for (const file of body.files ?? []) {
    const imported = slice.row.with_files
      ? await importAttachment(services, slice, file, senderId)
      : null;
    if (imported && 'id' in imported) attachments.push(imported);
    else missing.push(file.name);
    if (imported && 'failure' in imported) failures.push(`“${file.name}” ${imported.failure}`);
  }
  return { attachments, missing, failures };
}

const whereOf = ({ name }: ChannelRow, { at_us }: MessageRow) =>
  `${name || 'Direct messages'}, ${new Date(at_us / 1000).toISOString().slice(0, 10)}`;
