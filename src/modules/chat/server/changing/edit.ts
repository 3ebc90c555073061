import { sql } from 'kysely';
import { conflict, forbidden, invalid } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { ChatMessage } from '../../contract.ts';
import { getChannel } from '../access/find.ts';
import { mentionsIn } from '../mentions/mentions.ts';
import type { Mentioned } from '../mentions/resolve.ts';
import { getRow, type StoredMessage } from '../messages/rows.ts';
import { contentOf } from '../posting/postMessage.ts';
import type { ChatServices } from '../services.ts';
import { follow } from '../threads/growth.ts';
import { publishThreadStates } from '../threads/state.ts';
import { type Accepted, recordAccepted } from '../writing/activity.ts';
import type { LockedChannel } from '../writing/lock.ts';
import { assertNotDeleted, type Change, changeMessage, type Target } from './change.ts';

/** Edits one of the actor's messages and keeps the earlier version. */
export async function editMessage(
  services: ChatServices,
  actor: Actor,
  { content: text, acceptsSensitive = false, ip, ...target }: EditMessage,
): Promise<ChatMessage> {
  const { db } = services;
  const channel = await getChannel(db, actor, target.channelId);
  const before = await getRow(db, channel.id, target.messageId);
  const content = contentOf(text, true);
  const mentioned = await services.resolveMentions(content, {
    channelId: channel.id,
    senderId: actor.userId,
  });
  const edit = { editorId: actor.userId, content, mentioned };
  // First check whether editing is allowed at all.
  const kinds = decideEdit(before, edit)
    ? await services.guard({ texts: [content], accepts: acceptsSensitive })
    : [];
  const decide = (row: StoredMessage) => recorded(decideEdit(row, edit), { actor, kinds, ip }, row);
  const message = await changeMessage(services, actor, target, decide, { channel });
  const named = mentioned.byName.filter((id) => !before.mentioned_user_ids.includes(id));
  await followEdited(services, message, named);
  return message;
}

interface EditMessage extends Target {
  content: string;
  acceptsSensitive?: boolean | undefined;
  ip: string;
}

/** Logs who accepted customer data in the new text. */
function recorded(change: Change | null, accepted: Accepted, row: StoredMessage): Change | null {
  if (!change || accepted.kinds.length === 0) return change;
  const sent = { id: row.id, channelId: row.channel_id };
  return {
    ...change,
    async also(locked) {
      await change.also?.(locked);
      await recordAccepted(locked.tx, accepted, sent);
    },
  };
}

interface Edit {
  editorId: number;
  content: string;
  mentioned: Mentioned;
}

function decideEdit(row: StoredMessage, { editorId, content, mentioned }: Edit): Change | null {
  if (row.sender_id !== editorId) throw forbidden('You can only edit your own messages.');
  assertNotDeleted(row);
  if (row.message_type !== 'text') throw conflict('Only text messages can be edited.');
  const hasContent = row.attachments.length > 0 || row.metadata?.forwarded;
  if (!hasContent && content.trim() === '') throw invalid('Enter a message.');
  if (content === row.content) return null;
  return {
    patch: { content, edited_at: sql`clock_timestamp()`, ...mentionsOf(row, content, mentioned) },
    also: (channel) => keepVersion(channel, row),
  };
}

/** Keeps the resolved group mentions unless the mentions in the text changed. */
function mentionsOf(row: StoredMessage, content: string, mentioned: Mentioned) {
  const mentionKey = (text: string) => mentionsIn(text).sort().join(' ');
  if (mentionKey(row.content) === mentionKey(content)) return {};
  const { mentionedUserIds, mentionsChannel } = mentioned;
  return { mentioned_user_ids: mentionedUserIds, mentions_channel: mentionsChannel };
}

/** People newly mentioned in a reply follow its thread. */
async function followEdited(
  services: ChatServices,
  { threadId, threadSeq }: ChatMessage,
  named: readonly number[],
): Promise<void> {
  if (threadId === null || named.length === 0) return;
  await follow(services.db, threadId, named, sql`${(threadSeq ?? 1) - 1}`);
  await publishThreadStates(services, threadId, named);
}

async function keepVersion({ tx }: LockedChannel, { id, content }: StoredMessage): Promise<void> {
  await sql`
    insert into chat_message_edits (message_id, version, content, replaced_at)
    select ${id}, coalesce(max(version), 0) + 1, ${content}, clock_timestamp()
    from chat_message_edits where message_id = ${id}`.execute(tx);
}

const maxListed = 100;

/** Earlier versions of a message, oldest first; only the latest ones if there are very many. */
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
