import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryKeyFor, queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { useLiveQueries } from '../../../../platform/web/realtime/useLiveQueries.ts';
import { listUsers } from '../../../people/contract.ts';

const pageSize = 20;
const pollMs = 30_000;

/** One page of users whose name, username, email or department matches. */
export function useUserList(search: string, page: number) {
  useLiveQueries([queryKeyFor(listUsers)]);
  return useQuery({
    ...queryOptionsFor(listUsers, { query: { search, page, limit: pageSize } }),
    refetchInterval: pollMs,
    // Changes while no list was on screen were missed.
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  });
}
