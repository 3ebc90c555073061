import { clsx } from 'clsx';
import { ClipboardCheck, TriangleAlert } from 'lucide-react';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import {
  DataHeading,
  DataRow,
  DataRows,
  DataTable,
} from '../../../../../platform/web/ui/DataTable.tsx';
import { EmptyState } from '../../../../../platform/web/ui/EmptyState.tsx';
import { Skeleton } from '../../../../../platform/web/ui/Skeleton.tsx';
import { useChannelNames } from '../../state/useChannelNames.ts';
import { ClosedFilterBar } from './ClosedFilterBar.tsx';
import { ClosedRow, columns } from './ClosedRow.tsx';
import { useClosed, useClosedFilters } from './useClosed.ts';

/** Closed requests in the user's conversations. */
export function ClosedList() {
  const filters = useClosedFilters();
  const channels = useChannelNames();
  const list = useClosed(filters);
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <div className="flex flex-col gap-4">
      <ClosedFilterBar filters={filters} channels={channels} />
      {list.isPending && <PendingRows />}
      {list.isError && (
        <div role="alert">
          <EmptyState
            icon={TriangleAlert}
            title="Couldn’t load requests"
            action={<Button onClick={() => void list.refetch()}>Try again</Button>}
          />
        </div>
      )}
      {list.isSuccess && list.requests.length === 0 && (
        <EmptyState
          icon={ClipboardCheck}
          title={isFiltered ? 'No requests match these filters' : 'No closed requests'}
          description={
            isFiltered
              ? 'Change or clear a filter.'
              : 'Requests appear here once they’re done or canceled.'
          }
        />
      )}
      {list.requests.length > 0 && (
        <DataTable label="Closed requests" className="border-y border-border text-sm">
          <DataRows className="sticky top-0 z-10 bg-surface @max-4xl:sr-only">
            <DataRow className={clsx(columns, 'border-b border-border py-2 text-xs text-muted')}>
              <DataHeading>Request</DataHeading>
              <DataHeading>Conversation</DataHeading>
              <DataHeading>Requested by</DataHeading>
              <DataHeading>Assigned to</DataHeading>
              <DataHeading>Outcome</DataHeading>
              <DataHeading className="text-right">Duration</DataHeading>
              <DataHeading className="text-right">Closed</DataHeading>
            </DataRow>
          </DataRows>
          <DataRows className="divide-y divide-border">
            {list.requests.map((request) => (
              <ClosedRow key={request.messageId} request={request} channels={channels} />
            ))}
          </DataRows>
        </DataTable>
      )}
      {list.hasNextPage && (
        <div className="flex justify-center">
          <Button pending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show older
          </Button>
        </div>
      )}
    </div>
  );
}

function PendingRows() {
  return (
    <div className="divide-y divide-border border-y border-border">
      {[0, 1, 2, 3, 4].map((row) => (
        <div key={row} className="flex h-13 items-center gap-4">
          <Skeleton className="h-3.5 flex-1" />
          <Skeleton className="h-3.5 w-24" />
          <Skeleton className="h-3.5 w-16" />
        </div>
      ))}
    </div>
  );
}
