import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ReplyOf } from '../../../../../platform/contract/endpoint.ts';
import { call } from '../../../../../platform/web/api/call.ts';
import { useLiveQueries } from '../../../../../platform/web/realtime/useLiveQueries.ts';
import { listUsers, type Person, userCreated } from '../../../../people/contract.ts';
import { type StatusChange, useStatusChanges } from '../../../../presence/web/public.ts';
import { canBeMessaged, isHidden } from './canBeMessaged.ts';

type Page = ReplyOf<typeof listUsers>;
type Pages = InfiniteData<Page>;

const pageSize = 100;
const pollMs = 30_000;
const peopleKey = ['chat', 'people'];
const everyoneKey = [...peopleKey, { all: true }];
const everyonePageSize = 200;

/** People whose name, username, email or department matches, page by page. */
export function usePeople(search: string) {
  const query = useInfiniteQuery({ ...peopleQuery(search), refetchInterval: pollMs });
  const people = useMemo(
    () => allOf(query.data).filter((person) => !isHidden(person)),
    [query.data],
  );
  return { ...query, people };
}

/** The people of the directory's first page by id, kept current while the chat is on screen. */
export function usePeopleById(): { people: ReadonlyMap<number, Person>; peopleTotal: number } {
  const client = useQueryClient();
  const { data } = useInfiniteQuery(peopleQuery(''));
  useStatusChanges((changes) => applyChanges(client, changes));
  useLiveQueries([peopleKey], [userCreated]);
  const people = useMemo(() => new Map(allOf(data).map((one) => [one.id, one])), [data]);
  return { people, peopleTotal: data?.pages[0]?.pagination.totalUsers ?? 0 };
}

/** Everyone the user can message, by name, from all pages; for pickers. */
export function useEveryone() {
  const query = useQuery({ queryKey: everyoneKey, queryFn: ({ signal }) => listAll(signal) });
  const everyone = useMemo(() => allOf(query.data).filter(canBeMessaged), [query.data]);
  return { ...query, everyone };
}

/** In the shape of the directory's pages, so that `applyChanges` updates both. */
async function listAll(signal: AbortSignal): Promise<Pages> {
  const pages: Page[] = [];
  for (;;) {
    const query = { search: '', page: pages.length + 1, limit: everyonePageSize };
    const page = await call(listUsers, { query }, { signal });
    pages.push(page);
    if (pages.length >= page.pagination.total) break;
  }
  return { pages, pageParams: pages.map((_, index) => index + 1) };
}

function peopleQuery(search: string) {
  return infiniteQueryOptions({
    queryKey: [...peopleKey, search],
    queryFn: ({ pageParam, signal }) =>
      call(listUsers, { query: { search, page: pageParam, limit: pageSize } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) =>
      pagination.current < pagination.total ? pagination.current + 1 : undefined,
    placeholderData: keepPreviousData<Pages>,
  });
}

function allOf(data: Pages | undefined): Person[] {
  return data?.pages.flatMap(({ users }) => users) ?? [];
}

function applyChanges(client: QueryClient, changes: ReadonlyMap<number, StatusChange>): void {
  client.setQueriesData<Pages>({ queryKey: peopleKey }, (data) => {
    if (!data?.pages.some(({ users }) => users.some(({ id }) => changes.has(id)))) return data;
    const pages = data.pages.map((page) => ({
      ...page,
      users: page.users.map((person) => ({ ...person, ...changes.get(person.id) })),
    }));
    return { ...data, pages };
  });
}
