import { useQuery, useQueryClient } from '@tanstack/react-query';
import { queryKeyFor, queryOptionsFor } from '../../../platform/web/api/queryClient.ts';
import { useSocketEvent } from '../../../platform/web/realtime/RealtimeProvider.tsx';
import { getDashboardConfig } from '../contract/dashboard.ts';
import { heimdallChanged, listShortcuts } from '../contract.ts';

/** The shortcuts and the dashboard around them, true also while somebody else changes them. */
export function useHeimdall() {
  const client = useQueryClient();
  const links = useQuery(queryOptionsFor(listShortcuts));
  const config = useQuery(queryOptionsFor(getDashboardConfig));
  useSocketEvent(heimdallChanged, () => {
    void client.invalidateQueries({ queryKey: queryKeyFor(listShortcuts) });
    void client.invalidateQueries({ queryKey: queryKeyFor(getDashboardConfig) });
  });
  return { links, config };
}
