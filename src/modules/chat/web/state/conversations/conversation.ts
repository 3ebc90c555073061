import type { Person } from '../../../../people/contract.ts';
import type { Channel } from '../../../contract/channels.ts';
import { otherPersonIn } from '../directChannel.ts';
import { extensionViews } from '../extensions.ts';
import type { ChatView, View } from '../view/chatView.ts';

export const virtualViews = ['threads', 'starred'] as const;
export type VirtualView = (typeof virtualViews)[number];
export const virtualViewNames: Record<VirtualView, string> = {
  threads: 'Threads',
  starred: 'Starred',
};

/** What a view shows. */
export interface Conversation {
  id: View;
  kind: 'directory' | 'search' | 'channel' | 'direct' | 'extension' | 'closed' | VirtualView;
  name: string;
  description: string;
  /** The other person in a direct message; oneself in notes to self. */
  userId: number | null;
  /** Undefined for views that are not channels, and for channels not loaded yet. */
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

/** A conversation that does not exist or that I can't read: reveals nothing. */
export const closedConversation = (view: View) => named(view, 'closed', 'Conversation');

/** A group message is named after its people, unless it has a name. */
export function channelName({ name, userIds }: Channel, me: number, people?: People): string {
  if (name) return name;
  const others = userIds.filter((id) => id !== me).map((id) => people?.get(id)?.firstName);
  return others.filter(Boolean).join(', ') || 'Group message';
}

/** Group and non-empty direct messages, latest first, plus the one just opened. */
export function listPersonal(channels: readonly Channel[], { view, direct }: ChatView): View[] {
  const existing = channels
    .filter(({ type, lastSeq }) => type === 'group' || (type === 'direct' && lastSeq > 0))
    .filter(({ archivedAt }) => archivedAt === null)
    .sort((a, b) => (b.lastMessageAt ?? '').localeCompare(a.lastMessageAt ?? ''));
  const empty = existing.find(({ id, lastMessageAt }) => id === view && lastMessageAt === null);
  const isNew = direct && !existing.some(({ id }) => id === direct.channelId);
  const first = [empty?.id, isNew && direct.channelId].filter((id) => typeof id === 'string');
  return [...new Set([...first, ...existing.map(({ id }) => id)])];
}

/** Unread group and direct messages, latest first, then the direct message opened last. */
export function listWaitingPersonal(
  channels: readonly Channel[],
  chatView: ChatView,
  unreadIn: (channelId: string) => number,
): View[] {
  const waiting = listPersonal(channels, { ...chatView, direct: null }).filter(
    (id) => unreadIn(id) > 0,
  );
  return [...new Set([...waiting, ...(chatView.direct ? [chatView.direct.channelId] : [])])];
}

const fixedTypes = ['all', 'sales', 'service', 'management', 'integrations'];
export const isFixed = ({ type }: Channel) => fixedTypes.includes(type);

let names: Intl.Collator | undefined;

/** The joined channels and the one on screen: fixed ones in their order, then the others by name. */
export function listShared(channels: readonly Channel[], shown?: View): Channel[] {
  const mine = channels.filter(
    ({ id, joined, archivedAt }) => id === shown || (joined && archivedAt === null),
  );
  const others = mine.filter(
    (channel) => !isFixed(channel) && channel.type !== 'direct' && channel.type !== 'group',
  );
  names ??= new Intl.Collator('en-US', { sensitivity: 'base' });
  const { compare } = names;
  return [...mine.filter(isFixed), ...others.sort((a, b) => compare(a.name, b.name))];
}

/** The conversations in list order, for keyboard navigation. */
export function listOrder(channels: readonly Channel[], chatView: ChatView): View[] {
  return [
    ...listShared(channels, chatView.view).map(({ id }) => id),
    ...listPersonal(channels, chatView),
  ];
}

export const fullName = ({ shownName }: Person) => shownName;

function named(id: View, kind: Conversation['kind'], name: string): Conversation {
  return { id, kind, name, description: '', userId: null, channel: undefined };
}

/** A fixed channel's name while the list loads; other ids are not readable. */
function titleOf(channelId: View): string {
  if (!/^[a-z]+$/.test(channelId)) return 'Channel';
  return channelId.charAt(0).toUpperCase() + channelId.slice(1);
}
