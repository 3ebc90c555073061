import type { Db } from '../../../../platform/server/db/database.ts';
import { invalid, notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Attachment } from '../../../attachments/contract.ts';
import { findUploads, toAttachment } from '../../../attachments/server/public.ts';
import { getChannel, type OpenChannel } from '../access/find.ts';
import type { ChatTables } from '../tables.ts';

/** Unsent content: a draft or a scheduled message. */
export interface UnsentMessage {
  channelId: string;
  threadId: string | null;
  content: string;
  attachmentIds: readonly string[];
}

/** Throws unless the user can read the channel and owns the files. */
export async function validateUnsent(
  db: Db<ChatTables>,
  actor: Actor,
  { channelId, threadId, attachmentIds }: UnsentMessage,
): Promise<{ channel: OpenChannel; attachments: Attachment[] }> {
  const channel = await getChannel(db, actor, channelId);
  if (threadId !== null && !(await isThreadOf(db, channel.id, threadId))) throw notFound();
  const ids = [...new Set(attachmentIds)];
  const uploads = await findUploads(db, actor.userId, ids);
  if (uploads.length < ids.length) throw invalid('Attach this file again.');
  return { channel, attachments: uploads.map(toAttachment) };
}

export const isBlank = ({
  content,
  attachmentIds,
}: Pick<UnsentMessage, 'content' | 'attachmentIds'>) =>
  content.trim() === '' && attachmentIds.length === 0;

async function isThreadOf(
  db: Db<ChatTables>,
  channelId: string,
  threadId: string,
): Promise<boolean> {
  const root = await db
    .selectFrom('chat_messages')
    .select('id')
    .where('id', '=', threadId)
    .where('channel_id', '=', channelId)
    .where('thread_id', 'is', null)
    .executeTakeFirst();
  return root !== undefined;
}

/** The files of several drafts of the user, each in its order; missing ones are left out. */
export async function attachmentsOf(
  db: Db<ChatTables>,
  userId: number,
  rows: readonly { upload_ids: string[] }[],
): Promise<(ids: readonly string[]) => Attachment[]> {
  const all = [...new Set(rows.flatMap((row) => row.upload_ids))];
  const uploads = await findUploads(db, userId, all);
  const byId = new Map(uploads.map((upload) => [upload.id, toAttachment(upload)]));
  return (ids) => ids.map((id) => byId.get(id)).filter((found) => found !== undefined);
}
