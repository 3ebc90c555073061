import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { queryKeyFor, queryOptionsFor } from '../../../../../platform/web/api/queryClient.ts';
import { useSocketEvent } from '../../../../../platform/web/realtime/RealtimeProvider.tsx';
import {
  type ShownStatus,
  userCreated,
  userDeleted,
  userRoleChanged,
} from '../../../../people/contract.ts';
import { getStatusMetrics, type StatusMetrics } from '../../../../presence/contract.ts';
import { useStatusChanges } from '../../../../presence/web/public.ts';
import type { UserRow } from '../../state/userRow.ts';
import { moved } from './buckets.ts';

const pollMs = 1000;

/** The metrics, polled each second while the page is visible; events update them in between. */
export function useStatusMetrics(rows: readonly UserRow[]): StatusMetrics | undefined {
  const client = useQueryClient();
  const statuses = useRef(new Map<number, ShownStatus>());
  useEffect(() => {
    for (const { id, status } of rows) statuses.current.set(id, status);
  }, [rows]);

  useStatusChanges((changes) => {
    const before = client.getQueryData<StatusMetrics>(queryKeyFor(getStatusMetrics));
    let after = before;
    for (const [userId, { status }] of changes) {
      const from = statuses.current.get(userId);
      statuses.current.set(userId, status);
      if (from && after) after = moved(after, from, status);
    }
    if (after !== before) client.setQueryData(queryKeyFor(getStatusMetrics), after);
  });

  // Keeps the account counts consistent with the list.
  const refetchMetrics = () =>
    void client.invalidateQueries({ queryKey: queryKeyFor(getStatusMetrics), exact: true });
  useSocketEvent(userCreated, refetchMetrics);
  useSocketEvent(userDeleted, refetchMetrics);
  useSocketEvent(userRoleChanged, refetchMetrics);

  const { data, error } = useQuery({
    ...queryOptionsFor(getStatusMetrics),
    staleTime: 0,
    refetchInterval: pollMs,
    refetchIntervalInBackground: false,
  });
  useEffect(() => {
    if (error) console.warn('Failed to fetch status metrics', error);
  }, [error]);
  return data;
}
