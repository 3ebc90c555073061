/** What of a message makes the facts that notifications are about. */
export interface Place {
  channel_id: string;
  seq: number | null;
  thread_id: string | null;
  thread_seq: number | null;
}

/** Sorts after all that follows a place. */
const last = '~';

/**
 * The facts are named by their place, so that all up to a read pointer are a range: `chat:sales:000…12`,
 * and `chat:sales:thread:{id}:000…3` for a reply that stands only in its thread.
 */
export function keyOf({ channel_id, seq, thread_id, thread_seq }: Place): string {
  return seq === null
    ? threadPrefix(channel_id, thread_id ?? '') + padded(thread_seq ?? 0)
    : channelPrefix(channel_id) + padded(seq);
}

/** That an edit named somebody is a fact of its own: what the message said before they may have seen. */
export const editKeyOf = (place: Place) => `${keyOf(place)}:edited`;

export const channelPrefix = (channelId: string) => `chat:${channelId}:`;
export const threadPrefix = (channelId: string, threadId: string) =>
  `${channelPrefix(channelId)}thread:${threadId}:`;

/**
 * What another room tells of a message: reading does not take it back, as it sorts after every place, but
 * whoever may no longer read the channel loses it too.
 */
export const partPrefix = (channelId: string, room: string, messageId: string) =>
  `${channelPrefix(channelId)}${last}${room}:${messageId}:`;

/** All facts up to a place, of the timeline or of one thread. */
export const upToSeq = (channelId: string, seq: number) => ({
  keyPrefix: channelPrefix(channelId),
  keyUpTo: channelPrefix(channelId) + padded(seq) + last,
});
export const upToThreadSeq = (channelId: string, threadId: string, seq: number) => ({
  keyPrefix: threadPrefix(channelId, threadId),
  keyUpTo: threadPrefix(channelId, threadId) + padded(seq) + last,
});

const padded = (place: number) => String(place).padStart(15, '0');
