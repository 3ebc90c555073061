import type { Actor } from '../../../../platform/server/http/actor.ts';
import { conflict } from '../../../../platform/server/http/errors.ts';
import type { ChatMessage } from '../../contract.ts';
import { getChannel } from '../channels/find.ts';
import { alsoRecord } from '../guard/accepted.ts';
import { contentOf, send } from '../posting/post.ts';
import { insertMaybeUrgent, type Urgent } from '../posting/urgent.ts';
import { type MessageRow, senderOf } from '../reading/rows.ts';
import type { ChatServices } from '../services.ts';
import { getRow } from '../writing/messages.ts';
import { assertNotDeleted, type Target } from './change.ts';

interface Forwarding extends Target {
  toChannelId: string;
  clientMsgId: string;
  comment: string;
  /** Its own: that of the message is not passed on. */
  urgent?: Urgent | null | undefined;
  acceptsSensitive?: boolean | undefined;
  ip: string;
}

/** Posts what a message says, its files included, where the actor may write. */
export function forwardMessage(
  desk: ChatServices,
  actor: Actor,
  { channelId, messageId, toChannelId, clientMsgId, comment, ...given }: Forwarding,
): Promise<ChatMessage> {
  const content = contentOf(comment, true);
  return send(desk, actor, { channelId: toChannelId, clientMsgId }, async (admitted) => {
    await getChannel(desk.db, actor, channelId);
    const row = await getRow(desk.db, channelId, messageId);
    assertNotDeleted(row);
    if (row.message_type !== 'text') throw conflict('Only text messages can be forwarded.');
    const forwarded = snapshotOf(row);
    const { acceptsSensitive: accepts = false, urgent = null, ip } = given;
    const kinds = await desk.guard({ texts: [content, forwarded.content], accepts });
    const mentioned = await desk.resolveMentions(content, admitted);
    const also = alsoRecord({ actor, kinds, ip });
    const { attachments } = row;
    const whole = { content, mentioned, attachments, metadata: { forwarded }, ...also };
    return insertMaybeUrgent(desk, { actor, ip }, { ...admitted, ...whole }, urgent);
  });
}

/** What it says now; of a message that only passes on another, what that one said. */
function snapshotOf(row: MessageRow) {
  const passedOn = row.metadata?.forwarded;
  if (passedOn && row.content === '') return passedOn;
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
