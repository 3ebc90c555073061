import { useInfiniteQuery } from '@tanstack/react-query';
import { sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { LoadMore } from '../../../../platform/web/ui/LoadMore.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { readNarrowings } from '../../contract/narrowing.ts';
import type { Description, Report, ReportId } from '../../contract/report.ts';
import { listReportRecords } from '../../contract.ts';
import { onlyRow, type ReportQuery } from '../address.ts';
import { queryLabel } from '../report/filters/labels.ts';
import { spanOf } from '../spans.ts';
import { RecordTable } from './RecordTable.tsx';

interface Props {
  description: Description;
  asked: ReportQuery;
  report: Report | undefined;
}

/** All records of the report, as the address has it. */
export const allRecords = 'all';

/** What the figures are made of; the address says of which row. */
export function Records({ description, asked, report }: Props) {
  const { query, setQuery } = useAddress();
  const named = query.get('records');
  const rows = named === allRecords ? [] : readNarrowings(named ?? '');
  const isOpen = Boolean(named && rows);
  const of = (rows ?? []).reduce((told, { by, key }) => onlyRow(told, by, key), asked);
  const told = (rows ?? []).map(
    ({ by, key }) => report?.by === by && report.rows.find((row) => row.key === key)?.label,
  );
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => !open && setQuery({ records: null })}
      size="xl"
      title={['Records', ...told.filter(Boolean)].join(' · ')}
      description={`${description.title} · ${queryLabel(asked, description, report)
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
  of: ReportQuery;
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
    return (
      <EmptyState
        title="The records could not be loaded"
        description={sentenceOf(list.error)}
        action={<Button onClick={() => void list.refetch()}>Try again</Button>}
      />
    );
  }
  const records = list.data?.pages.flatMap((page) => page.records) ?? [];
  if (records.length === 0) {
    return (
      <EmptyState
        title="No records"
        description="Nothing of this row lies in the period; what it shows may be reckoned from elsewhere."
      />
    );
  }
  return (
    <>
      <RecordTable columns={firstPage.columns} {...{ records, timezone }} />
      {list.hasNextPage && (
        <LoadMore
          label="Show more"
          pending={list.isFetchingNextPage}
          onMore={() => void list.fetchNextPage()}
        />
      )}
    </>
  );
}
