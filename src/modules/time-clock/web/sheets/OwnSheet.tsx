import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { getOwnSheet } from '../../contract/sheets.ts';
import { Loaded } from './Loaded.tsx';
import { SheetView } from './SheetView.tsx';

const refreshIntervalMs = 60_000;

/** The user's own timesheet. */
export function OwnSheet() {
  const { query } = useAddress();
  const week = query.get('week') ?? undefined;
  const { data, isError, refetch } = useQuery({
    ...queryOptionsFor(getOwnSheet, { query: { week } }),
    staleTime: 0,
    refetchInterval: refreshIntervalMs,
    placeholderData: keepPreviousData,
  });
  return (
    <Loaded data={data} isError={isError} what="timesheet" onRetry={() => void refetch()}>
      {(sheet) => <SheetView sheet={sheet} />}
    </Loaded>
  );
}
