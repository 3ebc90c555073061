import type { Db } from '../../../../../platform/server/db/database.ts';
import type { StoredAttachment } from '../../../../attachments/server/public.ts';
import { type ChatMessage, directChannelId, type ImportedFrom } from '../../../contract.ts';
import { type Pair, pairOf } from '../../access/direct.ts';
import { beginDirect } from '../../access/find.ts';
import { findMentioned, idsOf, mentionsIn } from '../../mentions/mentions.ts';
import type { PlainMessage } from '../../posting/storeMessages.ts';
import type { ChatTables } from '../../tables.ts';

export interface ImportedMessage {
  /** UUID, unique per sender: a message already imported is skipped. */
  clientMsgId: string;
  senderId: number;
  /** Up to 16,000 characters; blank only with files. */
  content: string;
  createdAt: Date;
  /** A shared channel's id, or the two people of a direct one (created if needed). */
  channel: string | { direct: readonly [number, number] };
  /** Replies in the thread of this message in the same channel, imported before or with it. */
  inThreadOf?: { senderId: number; clientMsgId: string };
  /** One per emoji. */
  reactions?: ChatMessage['reactions'];
  pinned?: { by: number; at: Date };
  /** Earlier versions, oldest first, and when they were replaced. */
  edits?: readonly { content: string; replacedAt: Date }[];
  /** When it was last edited, if the earlier versions are unknown. */
  editedAt?: Date;
  /** Files of `importFile`; the content may then be blank. */
  attachments?: readonly StoredAttachment[];
  /** Also shows the reply in the channel's timeline. */
  alsoToChannel?: boolean;
  /** The poll; the question is the content. */
  poll?: NonNullable<ChatMessage['metadata']>['poll'];
  /** The chat it was imported from; shown to every reader. */
  importedFrom?: ImportedFrom;
}

export type ResolvedMessage = PlainMessage &
  Pick<
    ImportedMessage,
    | 'inThreadOf'
    | 'reactions'
    | 'pinned'
    | 'edits'
    | 'editedAt'
    | 'attachments'
    | 'alsoToChannel'
    | 'poll'
    | 'importedFrom'
  >;

/** Resolves mentions and creates missing direct channels. */
export async function resolveMessages(
  db: Db<ChatTables>,
  messages: readonly ImportedMessage[],
): Promise<ResolvedMessage[]> {
  const located = messages.map(({ channel, ...message }) => ({
    ...message,
    channelId: typeof channel === 'string' ? channel : directChannelId(...channel.direct),
    mentions: mentionsIn(message.content),
  }));
  const pairs = new Map(located.map(({ channelId }) => [channelId, pairOf(channelId)]));
  await beginDirect(
    db,
    [...pairs.values()].filter((pair): pair is Pair => pair !== null),
  );
  const found = await findMentioned(
    db,
    located.flatMap(({ mentions }) => mentions),
  );
  return located.map(({ mentions, ...message }) => ({
    ...message,
    mentionedUserIds: idsOf(mentions, found),
    mentionsChannel: mentions.some((word) => word.toLowerCase() === 'channel'),
  }));
}
