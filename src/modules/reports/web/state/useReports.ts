import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { ApiError } from '../../../../platform/web/api/ApiError.ts';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { readTimezone } from '../../../organization/contract.ts';
import type { ReportId } from '../../contract/report.ts';
import { getOverview, getReport, listReports } from '../../contract.ts';
import { type PartialQuery, readQuery, toParams } from './address.ts';

const minute = 60_000;
/** Figures change while shown: refetched on a timer and on return to the page. */
const whileShown = {
  refetchOnMount: 'always',
  refetchOnWindowFocus: 'always',
  refetchInterval: 3 * minute,
} as const;

export const useCatalog = () => useQuery(queryOptionsFor(listReports));

export const useZone = () => useQuery(queryOptionsFor(readTimezone)).data?.timezone;

export const useOverview = () => useQuery({ ...queryOptionsFor(getOverview), ...whileShown });

/** The previous figures stay until the new ones arrive, or if they cannot be loaded. */
export function useReport(report: ReportId, reportQuery: PartialQuery) {
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...queryOptionsFor(getReport, { params: { report }, query: reportQuery }),
    ...whileShown,
    placeholderData: (previous) => (previous?.id === report ? previous : undefined),
  });
  const [latest, setLatest] = useState(data);
  if (data && data !== latest) setLatest(data);
  // A rejected request must not show the figures of another query.
  const isRejected = error instanceof ApiError && error.status < 500;
  const shown = data ?? (isRejected || latest?.id !== report ? undefined : latest);
  return {
    data: shown,
    error,
    isRejected,
    /** The figures are those of the previous query. */
    isOld: isPlaceholderData || (shown !== undefined && shown !== data),
    refetch,
  };
}

/** The query in the URL; each change adds a history entry. */
export function useReportQuery() {
  const { query, setQuery } = useAddress();
  const reportQuery = readQuery(query);
  const setReportQuery = useCallback(
    (next: PartialQuery) => setQuery({ ...toParams(next), records: null }, { push: true }),
    [setQuery],
  );
  return { reportQuery, setReportQuery };
}
