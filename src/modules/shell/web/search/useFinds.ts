import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { useSettled } from '../../../../platform/web/time/useSettled.ts';
import { type FoundMessage, searchMessages } from '../../../chat/web/public.ts';
import { listUsers, type Person } from '../../../people/contract.ts';
import type { NavigationEntry } from '../navigation.ts';
import { type Action, actions } from './actions.ts';
import { type Conversation, useConversations } from './conversations.ts';
import { type RecordFind, useRecordFinds } from './useRecordFinds.ts';

const peopleAtMost = 8;
/** Fewer letters are in too many messages to mean one. */
const messagesFrom = 3;

export type Find =
  | { kind: 'page'; id: string; page: NavigationEntry }
  | { kind: 'conversation'; id: string; conversation: Conversation }
  | { kind: 'person'; id: string; person: Person }
  | RecordFind
  | { kind: 'message'; id: string; found: FoundMessage }
  | { kind: 'action'; id: string; action: Action };

/** What answers to what was typed; before anything is, the latest conversations and the pages. */
export function useFinds(me: number, allPages: readonly NavigationEntry[], typed: string) {
  const search = useSettled(typed.trim());
  const query = { search, page: 1, limit: peopleAtMost };
  const { data, isFetching, isError } = useQuery({
    ...queryOptionsFor(listUsers, { query }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  });

  const records = useRecordFinds(search);
  const messages = useFirstMessages(search).map((found) => ({
    kind: 'message' as const,
    id: `message-${found.message.id}`,
    found,
  }));

  const wanted = typed.trim().toLowerCase();
  const conversations = useConversations(me, wanted, search).map((conversation) => ({
    kind: 'conversation' as const,
    id: `conversation-${conversation.channel.id}`,
    conversation,
  }));
  const pages = allPages
    .filter(({ label }) => label.toLowerCase().includes(wanted))
    .map((page) => ({ kind: 'page' as const, id: `page-${page.page}`, page }));
  const found = wanted === '' ? [] : (data?.users ?? []);
  const listed = new Set(conversations.map(({ conversation }) => conversation.channel.userId));
  const people = found
    .filter((person) => person.isActive && person.protection !== 'system_bot')
    .filter(({ id }) => !listed.has(id))
    .map((person) => ({ kind: 'person' as const, id: `person-${person.id}`, person }));
  const acts = actions
    .filter(({ label }) => wanted !== '' && label.toLowerCase().includes(wanted))
    .map((action) => ({ kind: 'action' as const, id: `action-${action.name}`, action }));

  // A page whose name begins so is meant before a conversation is. What the server finds comes last: it arrives later.
  const meansPage = wanted && pages.some(({ page }) => page.label.toLowerCase().startsWith(wanted));
  const known = meansPage ? [...pages, ...conversations] : [...conversations, ...pages];
  const finds: Find[] = [
    ...known,
    ...acts,
    ...people,
    ...(wanted ? [...records, ...messages] : []),
  ];
  const waiting = wanted !== '' && (isFetching || search !== typed.trim());
  return { finds, waiting, failed: isError };
}

function useFirstMessages(search: string): FoundMessage[] {
  const { data } = useQuery({
    queryKey: ['chat', 'first-messages', search],
    queryFn: ({ signal }) => searchMessages(search, { signal }),
    enabled: search.length >= messagesFrom,
    placeholderData: keepPreviousData,
  });
  return (search.length >= messagesFrom && data) || [];
}
