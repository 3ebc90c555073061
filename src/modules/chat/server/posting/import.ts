import type { Db } from '../../../../platform/server/db/database.ts';
import { beginDirect } from '../channels.ts';
import { directId, type Pair, pairOf } from '../direct.ts';
import type { ChatTables } from '../tables.ts';
import { findMentioned, idsOf, mentionsIn } from './mentions.ts';
import { storeMessages } from './store.ts';

export interface ImportedMessage {
  /** UUID, unique per sender: what was imported once is left alone. */
  clientMsgId: string;
  senderId: number;
  /** 1 to 16,000 characters. */
  content: string;
  createdAt: Date;
  /** A fixed channel's id, or the two people of a direct one (begun where it is not). */
  channel: string | { direct: readonly [number, number] };
}

const groupSize = 500;

/**
 * Stores messages of the past: each channel's take their places in the order given, which should be that
 * of time. Publishes nothing. Throws 404 for an unknown channel; hand in a transaction for all or none.
 */
export async function importMessages(
  db: Db<ChatTables>,
  messages: readonly ImportedMessage[],
): Promise<void> {
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
  for (let start = 0; start < drafts.length; start += groupSize) {
    const group = drafts.slice(start, start + groupSize);
    await storeMessages(
      db,
      group.map(({ mentions, ...draft }) => ({
        ...draft,
        mentionedUserIds: idsOf(mentions, found),
      })),
    );
  }
}
