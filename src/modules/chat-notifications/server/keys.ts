import { type RawBuilder, sql } from 'kysely';

/** The fields of a message that make up its notification key. */
export interface Place {
  channel_id: string;
  seq: number | null;
  thread_id: string | null;
  thread_seq: number | null;
}

/** Sorts after all positions. */
const last = '~';

/**
 * Keys contain the position, so that all up to a read pointer form a range: `chat:sales:000…12`, and
 * `chat:sales:thread:{id}:000…3` for a reply only in its thread.
 */
export function keyOf({ channel_id, seq, thread_id, thread_seq }: Place): string {
  return seq === null
    ? threadPrefix(channel_id, thread_id ?? '') + padded(thread_seq ?? 0)
    : channelPrefix(channel_id) + padded(seq);
}

/** A mention added by an edit has its own key: the person may have seen the earlier version. */
export const editKeyOf = (place: Place) => `${keyOf(place)}:edited`;

/** How all keys begin. */
export const keyStart = 'chat:';
export const channelPrefix = (channelId: string) => `${keyStart}${channelId}:`;
/** The channel id in a key, in SQL. */
export const channelIdIn = (key: RawBuilder<unknown>) => sql<string>`split_part(${key}, ':', 2)`;
const threadPrefix = (channelId: string, threadId: string) =>
  `${channelPrefix(channelId)}thread:${threadId}:`;

/**
 * The key prefix of other modules' notifications about a message: it sorts after every position, so
 * reading does not withdraw them, but losing access to the channel does.
 */
export const partPrefix = (channelId: string, module: string, messageId: string) =>
  `${channelPrefix(channelId)}${last}${module}:${messageId}:`;

/** All keys up to a position in the timeline or in one thread. */
export const upToSeq = (channelId: string, seq: number) => ({
  keyPrefix: channelPrefix(channelId),
  keyUpTo: channelPrefix(channelId) + padded(seq) + last,
});
export const upToThreadSeq = (channelId: string, threadId: string, seq: number) => ({
  keyPrefix: threadPrefix(channelId, threadId),
  keyUpTo: threadPrefix(channelId, threadId) + padded(seq) + last,
});

const padded = (place: number) => String(place).padStart(15, '0');
