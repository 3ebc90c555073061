import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { departments, roles, stores } from '../../../../platform/contract/access.ts';
import type { RequestOf } from '../../../../platform/contract/endpoint.ts';
import { queryKeyFor, queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { useLiveQueries } from '../../../../platform/web/realtime/useLiveQueries.ts';
import { readFilters } from '../../../../platform/web/records/filters.ts';
import type { RecordPages } from '../../../../platform/web/records/useRecordList.ts';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { accountStates, listUsers, userSorts } from '../../../people/contract.ts';
import type { UserRow } from '../state/userRow.ts';

type Query = NonNullable<RequestOf<typeof listUsers>['query']>;
export type UserFilters = Pick<Query, 'role' | 'department' | 'store' | 'state' | 'sort'> & {
  search: string;
};

export const filterNames = ['search', 'role', 'department', 'store', 'state'] as const;

export const publicStates = accountStates.filter((state) => state !== 'waiting');
export const publicSorts = userSorts.filter((sort) => sort === 'name' || sort === '-role');

/** Filters and order from the URL; what is not valid, or requires user management, is ignored. */
function filtersOf(query: URLSearchParams, readOnly: boolean): UserFilters {
  const { oneOf } = readFilters(query);
  return {
    search: query.get('search') ?? '',
    role: oneOf('role', roles),
    department: oneOf('department', departments),
    store: readOnly ? undefined : oneOf('store', stores),
    state: oneOf('state', readOnly ? publicStates : accountStates),
    sort: oneOf('sort', readOnly ? publicSorts : userSorts),
  };
}

const pageSize = 20;
const pollMs = 30_000;

/** The users matching the URL’s filters: one page of them, and the number of pages. */
export function useUserList(readOnly: boolean) {
  const { query, setQuery } = useAddress();
  const page = Math.max(1, Math.floor(Number(query.get('page'))) || 1);
  const filters = filtersOf(query, readOnly);
  useLiveQueries([queryKeyFor(listUsers)]);
  const { data, isPlaceholderData, error, refetch } = useQuery({
    ...queryOptionsFor(listUsers, { query: { ...filters, page, limit: pageSize } }),
    refetchInterval: pollMs,
    // Changes while no list was on screen were missed.
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  });
  const pages: RecordPages<UserRow> = {
    rows: data?.users,
    count: data && { count: data.pagination.totalUsers, isMore: false },
    isStale: isPlaceholderData,
    error,
    retry: () => void refetch(),
    more: undefined,
  };
  return {
    filters,
    pages,
    page,
    pageCount: data?.pagination.total ?? 1,
    goTo: (next: number) => setQuery({ page: next > 1 ? next : null }, { push: true }),
  };
}
