import { sql } from 'kysely';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { conflict, forbidden, invalid } from '../../../../platform/server/http/errors.ts';
import type { ChatMessage } from '../../contract.ts';
import type { Mentioned } from '../audience/mentioned.ts';
import { getChannel } from '../channels/find.ts';
import { type Accepted, recordAccepted } from '../guard/accepted.ts';
import { mentionsIn } from '../posting/mentions.ts';
import { contentOf } from '../posting/post.ts';
import type { MessageRow } from '../reading/rows.ts';
import type { ChatServices } from '../services.ts';
import { follow } from '../threads/growth.ts';
import { publishThreadStates } from '../threads/state.ts';
import type { LockedChannel } from '../writing/lock.ts';
import { getRow } from '../writing/messages.ts';
import { assertNotDeleted, type Change, changeMessage, type Target } from './change.ts';

/** Gives a message of one's own other words, and keeps what it said before. */
export async function editMessage(
  desk: ChatServices,
  actor: Actor,
  { content: written, acceptsSensitive = false, ip, ...target }: Editing,
): Promise<ChatMessage> {
  const { db } = desk;
  const channel = await getChannel(db, actor, target.channelId);
  const before = await getRow(db, channel.id, target.messageId);
  const content = contentOf(written, true);
  const mentioned = await desk.resolveMentions(content, {
    channelId: channel.id,
    senderId: actor.userId,
  });
  const edit = { editorId: actor.userId, content, mentioned };
  // Who may not edit at all is told that, and not what they wrote.
  const kinds = decideEdit(before, edit)
    ? await desk.guard({ texts: [content], accepts: acceptsSensitive })
    : [];
  const decide = (row: MessageRow) => recorded(decideEdit(row, edit), { actor, kinds, ip }, row);
  const message = await changeMessage(desk, actor, target, decide, { channel });
  const named = mentioned.byName.filter((id) => !before.mentioned_user_ids.includes(id));
  await followEdited(desk, message, named);
  return message;
}

interface Editing extends Target {
  content: string;
  acceptsSensitive?: boolean | undefined;
  ip: string;
}

/** Where the new words hold customer data, the log says who accepted that. */
function recorded(change: Change | null, accepted: Accepted, row: MessageRow): Change | null {
  if (!change || accepted.kinds.length === 0) return change;
  const sent = { id: row.id, channelId: row.channel_id };
  return {
    ...change,
    async also(held) {
      await change.also?.(held);
      await recordAccepted(held.tx, accepted, sent);
    },
  };
}

interface Edit {
  editorId: number;
  content: string;
  mentioned: Mentioned;
}

function decideEdit(row: MessageRow, { editorId, content, mentioned }: Edit): Change | null {
  if (row.sender_id !== editorId) throw forbidden('You can only edit your own messages.');
  assertNotDeleted(row);
  if (row.message_type !== 'text') throw conflict('Only text messages can be edited.');
  const carries = row.attachments.length > 0 || row.metadata?.forwarded;
  if (!carries && content.trim() === '') throw invalid('Please write a message first.');
  if (content === row.content) return null;
  return {
    patch: { content, edited_at: sql`clock_timestamp()`, ...mentionsOf(row, content, mentioned) },
    also: (channel) => keepVersion(channel, row),
  };
}

/** Who was here or on duty stays so while the message names the same: an edit calls nobody anew. */
function mentionsOf(row: MessageRow, content: string, mentioned: Mentioned) {
  const words = (text: string) => mentionsIn(text).sort().join(' ');
  if (words(row.content) === words(content)) return {};
  const { mentionedUserIds, mentionsChannel } = mentioned;
  return { mentioned_user_ids: mentionedUserIds, mentions_channel: mentionsChannel };
}

/** Whom a reply names only now follows its thread, as if it had named them at once. */
async function followEdited(
  desk: ChatServices,
  { threadId, threadSeq }: ChatMessage,
  named: readonly number[],
): Promise<void> {
  if (threadId === null || named.length === 0) return;
  await follow(desk.db, threadId, named, sql`${(threadSeq ?? 1) - 1}`);
  await publishThreadStates(desk, threadId, named);
}

async function keepVersion({ tx }: LockedChannel, { id, content }: MessageRow): Promise<void> {
  await sql`
    insert into chat_message_edits (message_id, version, content, replaced_at)
    select ${id}, coalesce(max(version), 0) + 1, ${content}, clock_timestamp()
    from chat_message_edits where message_id = ${id}`.execute(tx);
}

const maxListed = 100;

/** What a message said before, oldest first; of very many versions the latest. */
export async function listEdits(
  { db }: ChatServices,
  actor: Actor,
  { channelId, messageId }: Target,
) {
  await getChannel(db, actor, channelId);
  await getRow(db, channelId, messageId);
  const rows = await db
    .selectFrom('chat_message_edits')
    .select(['version', 'content', 'replaced_at'])
    .where('message_id', '=', messageId)
    .orderBy('version', 'desc')
    .limit(maxListed)
    .execute();
  return rows.reverse().map(({ version, content, replaced_at }) => ({
    version,
    content,
    replacedAt: replaced_at.toISOString(),
  }));
}
