import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { ApiError } from '../../../platform/web/api/ApiError.ts';
import { queryOptionsFor } from '../../../platform/web/api/queryClient.ts';
import { useAddress } from '../../../platform/web/router/address.ts';
import { readTimezone } from '../../organization/contract.ts';
import type { ReportId } from '../contract/report.ts';
import { getOverview, getReport, listReports } from '../contract.ts';
import { namesOf, type ReportQuery, readQuery } from './address.ts';

const minute = 60_000;
/** Figures move while one looks at them: asked again now and then, and whenever one comes back to them. */
const whileShown = {
  refetchOnMount: 'always',
  refetchOnWindowFocus: 'always',
  refetchInterval: 3 * minute,
} as const;

export const useCatalog = () => useQuery(queryOptionsFor(listReports));

/** By which the group’s times are told. */
export const useZone = () => useQuery(queryOptionsFor(readTimezone)).data?.timezone;

export const useOverview = () => useQuery({ ...queryOptionsFor(getOverview), ...whileShown });

/** The old figures stay until the new ones are here, and where those cannot be had. */
export function useReport(report: ReportId, asked: ReportQuery) {
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...queryOptionsFor(getReport, { params: { report }, query: asked }),
    ...whileShown,
    placeholderData: (previous) => (previous?.id === report ? previous : undefined),
  });
  const [known, setKnown] = useState(data);
  if (data && data !== known) setKnown(data);
  // What was refused is no matter of the moment: the figures of another question do not answer it.
  const isRefused = error instanceof ApiError && error.status < 500;
  const shown = data ?? (isRefused || known?.id !== report ? undefined : known);
  return {
    data: shown,
    error,
    isRefused,
    /** They answer what was asked before. */
    isOld: isPlaceholderData || (shown !== undefined && shown !== data),
    refetch,
  };
}

/** The question in the address; each change is a step one can go back from. */
export function useReportQuery() {
  const { query, setQuery } = useAddress();
  const asked = readQuery(query);
  const ask = useCallback(
    (next: ReportQuery) => setQuery({ ...namesOf(next), records: null }, { push: true }),
    [setQuery],
  );
  return { asked, ask };
}
