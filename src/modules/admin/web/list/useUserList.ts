import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { useConnectionState } from '../../../../platform/web/realtime/RealtimeProvider.tsx';
import { listUsers } from '../../../people/contract.ts';
import { refreshLists } from './listCache.ts';

const pageSize = 20;
const pollMs = 30_000;

/** One page of the people whose name, username, e-mail or department matches. */
export function useUserList(search: string, page: number) {
  useRefetchAfterReconnect();
  return useQuery({
    ...queryOptionsFor(listUsers, { query: { search, page, limit: pageSize } }),
    refetchInterval: pollMs,
    // What changed while no list was on screen was told to nobody here.
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  });
}

function useRefetchAfterReconnect() {
  const client = useQueryClient();
  const state = useConnectionState();
  const wasConnected = useRef(false);
  useEffect(() => {
    if (state !== 'connected') return;
    if (wasConnected.current) void refreshLists(client);
    wasConnected.current = true;
  }, [state, client]);
}
