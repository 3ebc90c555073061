import type { SearchTarget } from '../../../../platform/web/search/places.ts';
import type { FoundMessage } from '../../../chat-search/web/public.ts';
import type { Person } from '../../../people/contract.ts';
import type { Conversation } from './conversations.ts';
import { type Closeness, closenessOf, closest } from './matching.ts';
import type { Action } from './useActions.ts';
import type { RecordFind } from './useRecordFinds.ts';

const targetsAtMost = 6;

export type Find =
  | { kind: 'page'; id: string; page: Pick<SearchTarget, 'label' | 'icon' | 'href'> }
  | { kind: 'conversation'; id: string; conversation: Conversation }
  | { kind: 'person'; id: string; person: Person; isStale: boolean }
  | RecordFind
  | { kind: 'message'; id: string; found: FoundMessage; isStale: boolean }
  | { kind: 'action'; id: string; action: Pick<Action, 'label' | 'icon' | 'inChat' | 'act'> };

type ConversationFind = Extract<Find, { kind: 'conversation' }>;

interface Known {
  targets: readonly SearchTarget[];
  actions: readonly Action[];
  conversations: readonly ConversationFind[];
  /** Opens a target that starts something. */
  go: (href: string) => void;
}

/** Conversations, pages and actions, best match first; the kind with the best match comes first. */
export function inOrder(typed: string, { targets, actions, conversations, go }: Known): Find[] {
  const of = ({ label, keywords }: Pick<SearchTarget, 'label' | 'keywords'>): Closeness =>
    closenessOf(label, typed, keywords);
  const pages = targets.filter(({ kind }) => kind === 'page');
  const begun = targets
    .filter(({ kind }) => kind === 'action')
    .map((target) => ({ ...target, name: target.id, act: () => go(target.href) }));
  const pagesAndActions = [
    closest(pages, of, targetsAtMost).map(({ one, far }) => ({ find: pageFind(one), far })),
    closest([...begun, ...actions], of, targetsAtMost).map(({ one, far }) => ({
      find: { kind: 'action' as const, id: `action-${one.name}`, action: one },
      far,
    })),
  ];
  const channels = conversations.map((find) => ({
    find,
    far: closenessOf(find.conversation.name, typed) ?? 5,
  }));
  // The start of a channel name usually means the channel; a word in the middle of it is a weaker match.
  const groups = channels.some(({ far }) => far <= 1)
    ? [channels, ...pagesAndActions]
    : [...pagesAndActions, channels];
  return groups
    .map((group) => ({ group, far: Math.min(...group.map(({ far }) => far)) }))
    .sort((a, b) => a.far - b.far)
    .flatMap(({ group }) => group.map(({ find }): Find => find));
}

export const pageFind = (page: SearchTarget) => ({
  kind: 'page' as const,
  id: `page-${page.id}`,
  page,
});
