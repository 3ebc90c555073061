import type { Db } from '../../../../../platform/server/db/database.ts';
import type { ChatMessage, ImportedFrom } from '../../../contract.ts';
import { directId, type Pair, pairOf } from '../../channels/direct.ts';
import { beginDirect } from '../../channels/find.ts';
import { findMentioned, idsOf, mentionsIn } from '../../posting/mentions.ts';
import type { Draft } from '../../posting/store.ts';
import type { ChatTables, StoredAttachment } from '../../tables.ts';

export interface ImportedMessage {
  /** UUID, unique per sender: what was imported once is left alone. */
  clientMsgId: string;
  senderId: number;
  /** Up to 16,000 characters; none only where it carries files. */
  content: string;
  createdAt: Date;
  /** A shared channel's id, or the two people of a direct one (begun where it is not). */
  channel: string | { direct: readonly [number, number] };
  /** It replies in the thread of this message of the same channel, imported before it or with it. */
  inThreadOf?: { senderId: number; clientMsgId: string };
  /** One per emoji. */
  reactions?: ChatMessage['reactions'];
  pinned?: { by: number; at: Date };
  /** What it said before, oldest first, and until when. */
  edits?: readonly { content: string; replacedAt: Date }[];
  /** When it was last changed, where nobody knows what it said before. */
  editedAt?: Date;
  /** Files of `importFile`; then it may say nothing. */
  attachments?: readonly StoredAttachment[];
  /** A reply that stands in the channel's timeline too. */
  alsoToChannel?: boolean;
  /** What it asks; the question is the content. */
  poll?: NonNullable<ChatMessage['metadata']>['poll'];
  /** The other chat it comes from, which every reader is shown. */
  importedFrom?: ImportedFrom;
}

export type ImportDraft = Draft &
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

/** As they go to the database, with whom they name; their direct channels are begun. */
export async function toDrafts(
  db: Db<ChatTables>,
  messages: readonly ImportedMessage[],
): Promise<ImportDraft[]> {
  const drafts = messages.map(({ channel, ...message }) => ({
    ...message,
    channelId: typeof channel === 'string' ? channel : directId(...channel.direct),
    mentions: mentionsIn(message.content),
  }));
  const pairs = new Map(drafts.map(({ channelId }) => [channelId, pairOf(channelId)]));
  await beginDirect(
    db,
    [...pairs.values()].filter((pair): pair is Pair => pair !== null),
  );
  const found = await findMentioned(
    db,
    drafts.flatMap(({ mentions }) => mentions),
  );
  return drafts.map(({ mentions, ...draft }) => ({
    ...draft,
    mentionedUserIds: idsOf(mentions, found),
    mentionsChannel: mentions.some((word) => word.toLowerCase() === 'channel'),
  }));
}
