import { v7 as uuidv7 } from 'uuid';
import { forbidden, invalid } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import type { ChatMessage, Urgent } from '../../contract.ts';
import * as contract from '../../contract.ts';
import { findRow } from '../messages/rows.ts';
import type { ChatServices } from '../services.ts';
import { alsoRecord } from '../writing/accepted.ts';
import { contentOf, send } from './send.ts';
import { insertMaybeUrgent } from './urgent.ts';

export function addPostingRoutes({ routes, realtime }: Platform, services: ChatServices): void {
  routes.add(contract.postMessage, ({ actor, params, body, ip }) =>
    postMessage(services, actor, { ...body, ...params, ip }),
  );
  realtime.handle(contract.chatMessageFrame, async ({ actor }, data) => {
    await postMessage(services, actor, { ...data, clientMsgId: data.clientMsgId ?? uuidv7() });
  });
}

export interface PostMessage {
  channelId: string;
  content: string;
  clientMsgId: string;
  senderId?: number | undefined;
  threadId?: string | null | undefined;
  alsoToChannel?: boolean | undefined;
  replyToId?: string | null | undefined;
  attachmentIds?: readonly string[] | undefined;
  urgent?: Urgent | null | undefined;
  acceptsSensitive?: boolean | undefined;
  ip?: string;
}

/**
 * Stores a message, then publishes it. The same `clientMsgId` of the same sender is the same send: the
 * message stored first is returned, whatever has changed since.
 */
export async function postMessage(
  services: ChatServices,
  actor: Actor,
  command: PostMessage,
): Promise<ChatMessage> {
  if (command.senderId !== undefined && command.senderId !== actor.userId) {
    throw forbidden('You can only send messages as yourself.');
  }
  const {
    threadId = null,
    alsoToChannel = false,
    replyToId = null,
    attachmentIds = [],
    urgent = null,
    acceptsSensitive = false,
    ip = '',
  } = command;
  const content = contentOf(command.content, attachmentIds.length > 0);
  return send(services, actor, command, async (admitted) => {
    if (replyToId !== null) await assertQuotable(services.db, command.channelId, replyToId);
    const kinds = await services.guard({ texts: [content], accepts: acceptsSensitive });
    const mentioned = await services.resolveMentions(content, admitted);
    const isPlain = threadId === null && attachmentIds.length === 0 && urgent === null;
    if (isPlain && kinds.length === 0) {
      return services.write({
        ...admitted,
        content,
        replyToId,
        mentionedUserIds: mentioned.mentionedUserIds,
        mentionsChannel: mentioned.mentionsChannel,
        createdAt: null,
      });
    }
    const message = {
      ...admitted,
      content,
      replyToId,
      mentioned,
      threadId,
      alsoToChannel,
      attachmentIds,
      ...alsoRecord({ actor, kinds, ip }),
    };
    return insertMaybeUrgent(services, { actor, ip }, message, urgent);
  });
}

async function assertQuotable(
  db: ChatServices['db'],
  channelId: string,
  messageId: string,
): Promise<void> {
  if (await findRow(db, channelId, messageId)) return;
  throw invalid('The message you’re replying to isn’t in this channel.', {
    replyToId: 'Must be a message of this channel',
  });
}
