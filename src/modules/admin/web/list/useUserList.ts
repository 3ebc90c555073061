import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryKeyFor, queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { useLiveQueries } from '../../../../platform/web/realtime/useLiveQueries.ts';
import { listUsers } from '../../../people/contract.ts';

const pageSize = 20;
const pollMs = 30_000;

/** One page of the people whose name, username, e-mail or department matches. */
export function useUserList(search: string, page: number) {
  useLiveQueries([queryKeyFor(listUsers)]);
  return useQuery({
    ...queryOptionsFor(listUsers, { query: { search, page, limit: pageSize } }),
    refetchInterval: pollMs,
    // What changed while no list was on screen was told to nobody here.
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  });
}
