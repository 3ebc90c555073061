import { useMemo } from 'react';
import {
  type Channel,
  channelName,
  findMatches,
  useChannels,
  useFoundChannels,
  useMarks,
} from '../../../chat/web/public.ts';

export interface Conversation {
  channel: Channel;
  name: string;
  unread: number;
  /** It needs this user’s attention. */
  loud: boolean;
}

const recentAtMost = 6;
const foundAtMost = 8;

/**
 * Conversations matching the query; without one, the latest. Channels the user has not joined are searched on the
 * server, by the debounced `search`.
 */
export function useConversations(me: number, typed: string, search: string): Conversation[] {
  const channels = useChannels().data;
  const open = useFoundChannels(search, foundAtMost);
  const marks = useMarks(me);
  const known = useMemo(() => allOf(channels ?? [], open, me), [channels, open, me]);
  const found = useMemo(
    () =>
      typed ? findMatches(known.ranked, typed, ({ name }) => name, foundAtMost) : known.recent,
    [known, typed],
  );
  return found.map(({ channel, name }) => {
    const { unread, mentions } = marks(channel.id);
    const isPersonal = channel.type === 'direct' || channel.type === 'group';
    return { channel, name, unread, loud: isPersonal || mentions > 0 };
  });
}

/** Order for equal matches: a person before the groups they are in. */
const ranks: Partial<Record<Channel['type'], number>> = { direct: -1, group: 1 };
const rankOf = ({ channel }: { channel: Channel }) => ranks[channel.type] ?? 0;

function allOf(joined: readonly Channel[], open: readonly Channel[], me: number) {
  const ids = new Set(joined.map(({ id }) => id));
  const all = [...joined, ...open.filter(({ id }) => !ids.has(id))]
    .filter(({ archivedAt }) => archivedAt === null)
    .map((channel) => ({ channel, name: channelName(channel, me) }));
  return {
    ranked: all.toSorted((a, b) => rankOf(a) - rankOf(b)),
    recent: all
      .filter(({ channel }) => channel.joined && channel.lastMessageAt !== null)
      .sort((a, b) => latest(b).localeCompare(latest(a)))
      .slice(0, recentAtMost),
  };
}

const latest = ({ channel }: { channel: Channel }) => channel.lastMessageAt ?? '';
