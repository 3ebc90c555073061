import { Car, Search } from 'lucide-react';
import { plural } from '../../../../platform/web/format/amounts.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { AgingChips } from './AgingChips.tsx';
import { StockActions } from './StockActions.tsx';
import { StockFilters } from './StockFilters.tsx';
import { StockTable } from './StockTable.tsx';
import { useColumns } from './useColumns.ts';
import { useStock } from './useStock.ts';

const lines = Array.from({ length: 12 }, (_, at) => at);

/** The cars of one's stores, to find one and to see which have been here for too long. */
export function StockList() {
  const { asked, list, counts } = useStock();
  const columns = useColumns(counts?.may.seeMoney ?? false, counts?.stores.length === 1);
  const cars = list.data?.pages.flatMap(({ vehicles }) => vehicles);
  const isWaiting = !cars || columns.isPending || !counts;
  return (
    <div className="@container flex flex-col gap-3">
      <StockFilters
        asked={asked}
        stores={counts?.stores ?? []}
        makes={counts?.makes ?? []}
        seesMoney={counts?.may.seeMoney ?? false}
      />
      <div className="flex min-h-row flex-wrap items-center justify-between gap-x-4 gap-y-2">
        {counts && <AgingChips aging={counts.aging} chosen={asked.aging} />}
        <div className="ml-auto flex flex-wrap items-center gap-3">
          <p role="status" className="text-sm text-muted tabular-nums">
            {counts ? plural(counts.total, 'car') : ' '}
          </p>
          <StockActions asked={asked} columns={columns} mayAdd={counts?.may.add ?? false} />
        </div>
      </div>
      {list.isError ? (
        <Failed onRetry={() => void list.refetch()} />
      ) : isWaiting ? (
        <Waiting />
      ) : cars.length === 0 ? (
        <Nothing narrowed={Object.keys(asked).some((name) => name !== 'sort')} />
      ) : (
        <StockTable cars={cars} columns={columns.shown} stale={list.isPlaceholderData} />
      )}
      {list.hasNextPage && !isWaiting && (
        <Button
          className="self-center"
          pending={list.isFetchingNextPage}
          pendingLabel="Loading..."
          onClick={() => void list.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </div>
  );
}

function Waiting() {
  return (
    <div aria-hidden="true" className="flex flex-col pt-8">
      {lines.map((line) => (
        <span key={line} className="flex h-11 items-center gap-3 border-b border-border px-2">
          <Skeleton className="h-8 w-12" />
          <Skeleton className="h-3 w-48" />
        </span>
      ))}
    </div>
  );
}

function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <EmptyState
      icon={Car}
      title="The cars could not be loaded"
      description="The server did not answer as expected."
      action={<Button onClick={onRetry}>Try again</Button>}
    />
  );
}

function Nothing({ narrowed }: { narrowed: boolean }) {
  if (narrowed) {
    return (
      <EmptyState
        icon={Search}
        title="No car matches"
        description="Choose other filters, or look among those that left the stock."
      />
    );
  }
  return (
    <EmptyState
      icon={Car}
      title="No cars in stock"
      description="Cars appear here once they are added by their VIN."
    />
  );
}
