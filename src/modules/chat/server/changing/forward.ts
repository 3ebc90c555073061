import { conflict } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { ChatMessage, Urgent } from '../../contract.ts';
import { getChannel } from '../access/find.ts';
import { getRow, type StoredMessage, senderOf } from '../messages/rows.ts';
import { insertMaybeUrgent } from '../posting/insertMessage.ts';
import { contentOf, send } from '../posting/postMessage.ts';
import type { ChatServices } from '../services.ts';
import { alsoRecord } from '../writing/activity.ts';
import { assertNotDeleted, type Target } from './change.ts';

interface ForwardMessage extends Target {
  toChannelId: string;
  clientMsgId: string;
  comment: string;
  /** Of the forward; the original's urgency is not kept. */
  urgent?: Urgent | null | undefined;
  acceptsSensitive?: boolean | undefined;
  ip: string;
}

/** Posts a message's content and files in another channel. */
export function forwardMessage(
  services: ChatServices,
  actor: Actor,
  { channelId, messageId, toChannelId, clientMsgId, comment, ...options }: ForwardMessage,
): Promise<ChatMessage> {
  const content = contentOf(comment, true);
  return send(services, actor, { channelId: toChannelId, clientMsgId }, async (admitted) => {
    await getChannel(services.db, actor, channelId);
    const row = await getRow(services.db, channelId, messageId);
    assertNotDeleted(row);
    if (row.message_type !== 'text') throw conflict('Only text messages can be forwarded.');
    const forwarded = snapshotOf(row);
    const { acceptsSensitive: accepts = false, urgent = null, ip } = options;
    const kinds = await services.guard({ texts: [content, forwarded.content], accepts });
    const mentioned = await services.resolveMentions(content, admitted);
    const also = alsoRecord({ actor, kinds, ip });
    const { attachments } = row;
    const draft = { content, mentioned, attachments, metadata: { forwarded }, ...also };
    return insertMaybeUrgent(services, { actor, ip }, { ...admitted, ...draft }, urgent);
  });
}

/** The message's current content; for a forward without comment, the original's. */
function snapshotOf(row: StoredMessage) {
  const forwarded = row.metadata?.forwarded;
  if (forwarded && row.content === '') return forwarded;
  return {
    messageId: row.id,
    channelId: row.channel_id,
    senderId: row.sender_id,
    senderName: senderOf(row).senderName,
    content: row.content,
    createdAt: row.created_at.toISOString(),
    ...(row.metadata?.imported && { imported: row.metadata.imported }),
  };
}
