import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { loadSearchTargets, type SearchTarget } from '../../../../platform/web/search/places.ts';
import { useSettled } from '../../../../platform/web/time/useSettled.ts';
import type { CurrentUser } from '../../../access/contract.ts';
import { type FoundMessage, searchMessages } from '../../../chat-search/web/public.ts';
import { listUsers } from '../../../people/contract.ts';
import { listPages } from '../navigation.ts';
import { useConversations } from './conversations.ts';
import { type Find, inOrder, pageFind } from './finds.ts';
import type { Action } from './useActions.ts';
import { useRecordFinds } from './useRecordFinds.ts';

const peopleAtMost = 8;
/** Shorter queries match too many messages. */
const messagesFrom = 3;

interface FindsInput {
  user: CurrentUser;
  typed: string;
  actions: readonly Action[];
  /** Opens a target that starts something. */
  go: (href: string) => void;
}

/** Results for the query; without one, the latest conversations and the pages. */
export function useFinds({ user, typed, actions, go }: FindsInput) {
  const search = useSettled(typed.trim());
  const query = { search, page: 1, limit: peopleAtMost };
  const { data, isFetching, isError, isPlaceholderData } = useQuery({
    ...queryOptionsFor(listUsers, { query }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  });

  const wanted = typed.trim();
  const isSearched = search === wanted;
  const records = useRecordFinds(search).map((find) => ({
    ...find,
    isStale: find.isStale || !isSearched,
  }));
  const firstMessages = useFirstMessages(search);
  const messages = firstMessages.found.map((found) => ({
    kind: 'message' as const,
    id: `message-${found.message.id}`,
    found,
    isStale: firstMessages.isStale || !isSearched,
  }));

  const conversations = useConversations(user.id, wanted.toLowerCase(), search).map(
    (conversation) => ({
      kind: 'conversation' as const,
      id: `conversation-${conversation.channel.id}`,
      conversation,
    }),
  );
  const targets = useSearchTargets(user);
  const found = wanted === '' ? [] : (data?.users ?? []);
  const listed = new Set(conversations.map(({ conversation }) => conversation.channel.userId));
  const people = found
    .filter((person) => person.isActive && person.protection !== 'system_bot')
    .filter(({ id }) => !listed.has(id))
    .map((person) => ({
      kind: 'person' as const,
      id: `person-${person.id}`,
      person,
      isStale: isPlaceholderData || !isSearched,
    }));

  const waiting = wanted !== '' && (isFetching || !isSearched);
  if (wanted === '') {
    const pages = targets.filter(({ id }) => id.startsWith('sidebar-')).map(pageFind);
    return { finds: [...conversations, ...pages] as Find[], waiting, failed: isError };
  }
  const known = inOrder(wanted, { targets, actions, conversations, go });
  // Server results come last: they arrive later, and would move what the user is looking at.
  return { finds: [...known, ...people, ...records, ...messages], waiting, failed: isError };
}

/** Pages this user may open: those of the sidebar and their subpages. */
function useSearchTargets(user: CurrentUser): SearchTarget[] {
  const { data = [] } = useQuery({
    queryKey: ['search', 'targets'],
    queryFn: loadSearchTargets,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const pages = listPages(user).map(
    ({ label, href, icon, keywords = [] }): SearchTarget => ({
      id: `sidebar-${href}`,
      kind: 'page',
      label,
      keywords,
      icon,
      href,
      allowed: () => true,
    }),
  );
  return [...pages, ...data.filter(({ allowed }) => allowed(user))];
}

function useFirstMessages(search: string): { found: FoundMessage[]; isStale: boolean } {
  const { data, isPlaceholderData } = useQuery({
    queryKey: ['chat', 'first-messages', search],
    queryFn: ({ signal }) => searchMessages(search, { signal }),
    enabled: search.length >= messagesFrom,
    placeholderData: keepPreviousData,
  });
  const found = (search.length >= messagesFrom && data) || [];
  return { found, isStale: isPlaceholderData };
}
