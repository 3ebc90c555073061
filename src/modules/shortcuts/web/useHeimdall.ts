import { useQuery } from '@tanstack/react-query';
import { queryKeyFor, queryOptionsFor } from '../../../platform/web/api/queryClient.ts';
import { useLiveQueries } from '../../../platform/web/realtime/useLiveQueries.ts';
import { getDashboardConfig } from '../contract/dashboard.ts';
import { heimdallChanged, listShortcuts } from '../contract.ts';

/** The shortcuts and the dashboard configuration, kept current when others change them. */
export function useHeimdall() {
  const links = useQuery(queryOptionsFor(listShortcuts));
  const config = useQuery(queryOptionsFor(getDashboardConfig));
  useLiveQueries([queryKeyFor(listShortcuts), queryKeyFor(getDashboardConfig)], [heimdallChanged]);
  return { links, config };
}
