import type { Person } from '../../../people/contract.ts';
import type { Channel } from '../../contract/channels.ts';
import { otherPersonIn } from '../directChannel.ts';
import { extensionViews } from '../extensions/extensions.ts';
import type { ChatView, View } from '../view/chatView.ts';

export const virtualViews = ['threads', 'starred'] as const;
export type VirtualView = (typeof virtualViews)[number];
export const virtualViewNames: Record<VirtualView, string> = {
  threads: 'Threads',
  starred: 'Starred',
};

/** What a view shows, in words. */
export interface Conversation {
  id: View;
  kind: 'directory' | 'search' | 'channel' | 'direct' | 'extension' | 'closed' | VirtualView;
  name: string;
  description: string;
  /** The other person of a direct message; oneself in notes to oneself. */
  userId: number | null;
  /** Undefined for what is no channel, and for one not heard of yet. */
  channel: Channel | undefined;
}

type People = ReadonlyMap<number, Person>;

export function conversationOf(
  { view, direct }: ChatView,
  channels: readonly Channel[],
  me: number,
  people?: People,
): Conversation {
  const virtual = virtualViews.find((name) => name === view);
  if (virtual) return named(view, virtual, virtualViewNames[virtual]);
  if (view === 'directory') return named(view, view, 'Team Directory');
  const added = extensionViews().find(({ id }) => id === view);
  if (added) return named(view, 'extension', added.name);
  if (view === 'search') return named(view, view, 'Search');
  const channel = channels.find(({ id }) => id === view);
  const userId = otherPersonIn(view, me) ?? channel?.userId ?? null;
  if (userId === null) {
    const name = channel ? channelName(channel, me, people) : titleOf(view);
    return { ...named(view, 'channel', name), description: channel?.description ?? '', channel };
  }
  const opened = direct?.channelId === view ? direct.name : '';
  const person = people?.get(userId);
  const name = channel?.name || (person && fullName(person)) || opened || 'Direct message';
  return { ...named(view, 'direct', name), userId, channel };
}

/** A conversation that is not there, or not for me: nothing of it is told. */
export const closedConversation = (view: View) => named(view, 'closed', 'Conversation');

/** A group message is called by its people, unless the server has a name for it. */
export function channelName({ name, userIds }: Channel, me: number, people?: People): string {
  if (name) return name;
  const others = userIds.filter((id) => id !== me).map((id) => people?.get(id)?.firstName);
  return others.filter(Boolean).join(', ') || 'Group message';
}

/** Group messages and begun direct ones, the latest first; the one just opened belongs there too. */
export function listPersonal(channels: readonly Channel[], { view, direct }: ChatView): View[] {
  const begun = channels
    .filter(({ type, lastSeq }) => type === 'group' || (type === 'direct' && lastSeq > 0))
    .filter(({ archivedAt }) => archivedAt === null)
    .sort((a, b) => (b.lastMessageAt ?? '').localeCompare(a.lastMessageAt ?? ''));
  const empty = begun.find(({ id, lastMessageAt }) => id === view && lastMessageAt === null);
  const isNew = direct && !begun.some(({ id }) => id === direct.channelId);
  const first = [empty?.id, isNew && direct.channelId].filter((id) => typeof id === 'string');
  return [...new Set([...first, ...begun.map(({ id }) => id)])];
}

/** Groups and direct messages with something unread, the latest first, then the direct one opened last. */
export function listWaitingPersonal(
  channels: readonly Channel[],
  held: ChatView,
  unreadIn: (channelId: string) => number,
): View[] {
  const waiting = listPersonal(channels, { ...held, direct: null }).filter(
    (id) => unreadIn(id) > 0,
  );
  return [...new Set([...waiting, ...(held.direct ? [held.direct.channelId] : [])])];
}

const fixedTypes = ['all', 'sales', 'service', 'management', 'integrations'];
export const isFixed = ({ type }: Channel) => fixedTypes.includes(type);

/** One's channels, and the one on screen: the fixed ones in their own order, then the others by name. */
export function listShared(channels: readonly Channel[], shown?: View): Channel[] {
  const mine = channels.filter(
    ({ id, joined, archivedAt }) => id === shown || (joined && archivedAt === null),
  );
  const others = mine.filter(
    (channel) => !isFixed(channel) && channel.type !== 'direct' && channel.type !== 'group',
  );
  return [
    ...mine.filter(isFixed),
    ...others.sort((a, b) => a.name.localeCompare(b.name, undefined, { sensitivity: 'base' })),
  ];
}

/** The conversations in the order of the list, for whoever goes through them by key. */
export function listOrder(channels: readonly Channel[], held: ChatView): View[] {
  return [...listShared(channels, held.view).map(({ id }) => id), ...listPersonal(channels, held)];
}

export const fullName = ({ shownName }: Person) => shownName;

function named(id: View, kind: Conversation['kind'], name: string): Conversation {
  return { id, kind, name, description: '', userId: null, channel: undefined };
}

/** Of a fixed channel while the list is on its way; the ids of others say nothing. */
function titleOf(channelId: View): string {
  if (!/^[a-z]+$/.test(channelId)) return 'Channel';
  return channelId.charAt(0).toUpperCase() + channelId.slice(1);
}
