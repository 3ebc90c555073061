import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../../platform/web/api/queryClient.ts';
import { useAddress } from '../../../../../platform/web/router/address.ts';
import { Dialog } from '../../../../../platform/web/ui/Dialog.tsx';
import { EmptyState } from '../../../../../platform/web/ui/EmptyState.tsx';
import { LoadMore } from '../../../../../platform/web/ui/LoadMore.tsx';
import { NotLoaded } from '../../../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../../../platform/web/ui/Skeleton.tsx';
import { readFilters } from '../../../contract/filters.ts';
import type { Description, Report, ReportId } from '../../../contract/report.ts';
import { listReportRecords } from '../../../contract.ts';
import { type PartialQuery, withRowFilter } from '../../state/address.ts';
import { queryLabel } from '../../state/labels.ts';
import { spanOf } from '../../state/spans.ts';
import { RecordTable } from './RecordTable.tsx';

interface Props {
  description: Description;
  reportQuery: PartialQuery;
  report: Report | undefined;
}

/** The URL value for all records of the report. */
export const allRecords = 'all';

/** The records behind the figures; the URL says of which row. */
export function Records({ description, reportQuery, report }: Props) {
  const { query, setQuery } = useAddress();
  const param = query.get('records');
  const rows = param === allRecords ? [] : readFilters(param ?? '');
  const isOpen = Boolean(param && rows);
  const of = (rows ?? []).reduce(
    (filtered, { by, key }) => withRowFilter(filtered, by, key),
    reportQuery,
  );
  const labels = (rows ?? []).map(
    ({ by, key }) => report?.by === by && report.rows.find((row) => row.key === key)?.label,
  );
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => !open && setQuery({ records: null })}
      size="xl"
      title={['Records', ...labels.filter(Boolean)].join(' · ')}
      description={`${description.title} · ${queryLabel(reportQuery, description, report)
        .split(' · ')
        .slice(0, -1)
        .join(' · ')}${report ? ` (${spanOf(report.span)})` : ''}`}
    >
      {isOpen && <Pages report={description.id} of={of} timezone={report?.timezone} />}
    </Dialog>
  );
}

interface PagesProps {
  report: ReportId;
  of: PartialQuery;
  timezone: string | undefined;
}

function Pages({ report, of, timezone = 'UTC' }: PagesProps) {
  const params = { report };
  const { by: _, ...query } = of;
  const list = useInfiniteQuery({
    queryKey: [...queryKeyFor(listReportRecords, { params, query }), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(
        listReportRecords,
        { params, query: { ...query, ...(pageParam && { after: pageParam }) } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchOnMount: 'always',
  });
  const [firstPage] = list.data?.pages ?? [];
  if (!firstPage) {
    if (!list.error) return <Skeleton className="h-80" />;
    return <NotLoaded what="records" error={list.error} onRetry={list.refetch} />;
  }
  const records = list.data?.pages.flatMap((page) => page.records) ?? [];
  if (records.length === 0) {
    return (
      <EmptyState
        title="No records"
        description="No records of this row are in the period. Its figures may come from other data."
      />
    );
  }
  return (
    <>
      <RecordTable columns={firstPage.columns} records={records} timezone={timezone} />
      {list.hasNextPage && (
        <LoadMore
          pending={list.isFetchingNextPage}
          error={list.isFetchNextPageError ? list.error : null}
          onMore={() => void list.fetchNextPage()}
        />
      )}
    </>
  );
}
