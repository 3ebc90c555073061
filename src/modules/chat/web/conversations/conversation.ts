import type { Person } from '../../../people/contract.ts';
import type { Channel } from '../../contract.ts';
import { otherPersonIn } from '../directChannel.ts';
import type { ChatView, View } from '../view/chatView.ts';

export const virtualViews = ['threads', 'starred'] as const;
export type VirtualView = (typeof virtualViews)[number];
export const virtualViewNames: Record<VirtualView, string> = {
  threads: 'Threads',
  starred: 'Starred',
};

/** What a view shows, in words. */
export interface Conversation {
  kind: 'directory' | 'channel' | 'direct' | VirtualView;
  name: string;
  description: string;
  /** The other person of a direct message; oneself in notes to oneself. */
  userId: number | null;
}

export function conversationOf(
  { view, direct }: ChatView,
  channels: readonly Channel[],
  me: number,
  people?: ReadonlyMap<number, Person>,
): Conversation {
  const virtual = virtualViews.find((name) => name === view);
  if (virtual) return named(virtual, virtualViewNames[virtual]);
  if (view === 'directory') return named('directory', 'Team Directory');
  const channel = channels.find(({ id }) => id === view);
  const userId = otherPersonIn(view, me) ?? channel?.userId ?? null;
  if (userId === null)
    return named('channel', channel?.name ?? titleOf(view), channel?.description);
  const opened = direct?.channelId === view ? direct.name : '';
  const person = people?.get(userId);
  const name = channel?.name || (person && fullName(person)) || opened || 'Direct message';
  return { ...named('direct', name), userId };
}

/** Direct channels, the latest first; the one just opened belongs there before its first message. */
export function listDirect(channels: readonly Channel[], { direct }: ChatView) {
  const begun = channels
    .filter(({ type, lastSeq }) => type === 'direct' && lastSeq > 0)
    .sort((a, b) => (b.lastMessageAt ?? '').localeCompare(a.lastMessageAt ?? ''));
  const known = begun.map(({ id, name }) => ({ channelId: id, name }));
  const isNew = direct && !known.some(({ channelId }) => channelId === direct.channelId);
  return isNew ? [direct, ...known] : known;
}

/** The channels that are not direct, in the order of their types. */
export function listShared(channels: readonly Channel[]): Channel[] {
  return channels.filter(({ type }) => type !== 'direct');
}

export const fullName = ({ firstName, lastName }: Person) => `${firstName} ${lastName}`;

function named(kind: Conversation['kind'], name: string, description = ''): Conversation {
  return { kind, name, description, userId: null };
}

function titleOf(channelId: View): string {
  return channelId.charAt(0).toUpperCase() + channelId.slice(1);
}
