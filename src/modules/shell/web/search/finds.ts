import type { Place } from '../../../../platform/web/search/places.ts';
import type { FoundMessage } from '../../../chat/web/public.ts';
import type { Person } from '../../../people/contract.ts';
import type { Conversation } from './conversations.ts';
import { type Closeness, closenessOf, closest } from './matching.ts';
import type { Action } from './useActions.ts';
import type { RecordFind } from './useRecordFinds.ts';

const placesAtMost = 6;

export type Find =
  | { kind: 'page'; id: string; page: Pick<Place, 'label' | 'icon' | 'href'> }
  | { kind: 'conversation'; id: string; conversation: Conversation }
  | { kind: 'person'; id: string; person: Person }
  | RecordFind
  | { kind: 'message'; id: string; found: FoundMessage }
  | { kind: 'action'; id: string; action: Pick<Action, 'label' | 'icon' | 'inChat' | 'act'> };

type ConversationFind = Extract<Find, { kind: 'conversation' }>;

interface Known {
  places: readonly Place[];
  actions: readonly Action[];
  conversations: readonly ConversationFind[];
  /** Goes to a place where something is begun. */
  go: (href: string) => void;
}

/** Conversations, pages and actions, each the closest first; first of all the kind that holds the closest of all. */
export function inOrder(typed: string, { places, actions, conversations, go }: Known): Find[] {
  const of = ({ label, words }: Pick<Place, 'label' | 'words'>): Closeness =>
    closenessOf(label, typed, words);
  const pages = places.filter(({ kind }) => kind === 'page');
  const begun = places
    .filter(({ kind }) => kind === 'action')
    .map((place) => ({ ...place, name: place.id, act: () => go(place.href) }));
  const pagesAndActions = [
    closest(pages, of, placesAtMost).map(({ one, far }) => ({ find: pageFind(one), far })),
    closest([...begun, ...actions], of, placesAtMost).map(({ one, far }) => ({
      find: { kind: 'action' as const, id: `action-${one.name}`, action: one },
      far,
    })),
  ];
  const channels = conversations.map((find) => ({
    find,
    far: closenessOf(find.conversation.name, typed) ?? 5,
  }));
  // Whoever types how a channel's name begins mostly means the channel; a word in the middle of it says less.
  const groups = channels.some(({ far }) => far <= 1)
    ? [channels, ...pagesAndActions]
    : [...pagesAndActions, channels];
  return groups
    .map((group) => ({ group, far: Math.min(...group.map(({ far }) => far)) }))
    .sort((a, b) => a.far - b.far)
    .flatMap(({ group }) => group.map(({ find }): Find => find));
}

export const pageFind = (page: Place) => ({ kind: 'page' as const, id: `page-${page.id}`, page });
