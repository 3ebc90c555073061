import { Car, Search } from 'lucide-react';
import { plural } from '../../../../platform/web/format/amounts.ts';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { LoadMore } from '../../../../platform/web/ui/LoadMore.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { AgingChips } from './AgingChips.tsx';
import { GroupChips } from './GroupChips.tsx';
import { StockActions } from './StockActions.tsx';
import { StockFilters } from './StockFilters.tsx';
import { StockTable } from './StockTable.tsx';
import { useColumns } from './useColumns.ts';
import { useStock } from './useStock.ts';

const skeletonRows = Array.from({ length: 12 }, (_, at) => at);

export function StockList() {
  const { filters, list, counts } = useStock();
  const columns = useColumns(counts?.may.seeMoney ?? false, counts?.stores.length === 1);
  const cars = list.data?.pages.flatMap(({ vehicles }) => vehicles);
  const isLoading = !cars || columns.isPending || !counts;
  return (
    <div className="@container flex flex-col gap-3">
      <StockFilters
        filters={filters}
        stores={counts?.stores ?? []}
        makes={counts?.makes ?? []}
        seesMoney={counts?.may.seeMoney ?? false}
      />
      <div className="flex min-h-row flex-wrap items-center justify-between gap-x-4 gap-y-2">
        {counts && (
          <div className="flex min-w-0 flex-col gap-2">
            <GroupChips
              groups={counts.groups}
              chosen={filters.group}
              payoffsDue={counts.payoffsDue}
              isPayoffs={filters.payoff === 'due'}
            />
            <AgingChips aging={counts.aging} chosen={filters.aging} />
          </div>
        )}
        <div className="ml-auto flex flex-wrap items-center gap-3">
          <p role="status" className="text-sm text-muted tabular-nums">
            {counts ? plural(counts.total, 'vehicle') : ' '}
          </p>
          <StockActions filters={filters} columns={columns} mayAdd={counts?.may.add ?? false} />
        </div>
      </div>
      {list.isError ? (
        <NotLoaded
          what="vehicles"
          icon={Car}
          error={list.error}
          onRetry={() => void list.refetch()}
        />
      ) : isLoading ? (
        <LoadingRows />
      ) : cars.length === 0 ? (
        <NoVehicles isFiltered={Object.keys(filters).some((name) => name !== 'sort')} />
      ) : (
        <StockTable cars={cars} columns={columns.shown} stale={list.isPlaceholderData} />
      )}
      {list.hasNextPage && !isLoading && (
        <LoadMore
          isManual
          pending={list.isFetchingNextPage}
          onMore={() => void list.fetchNextPage()}
        />
      )}
    </div>
  );
}

function LoadingRows() {
  return (
    <div aria-hidden="true" className="flex flex-col pt-8">
      {skeletonRows.map((line) => (
        <span key={line} className="flex h-11 items-center gap-3 border-b border-border px-2">
          <Skeleton className="h-8 w-12" />
          <Skeleton className="h-3 w-48" />
        </span>
      ))}
    </div>
  );
}

function NoVehicles({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <EmptyState
        icon={Search}
        title="No vehicles found"
        description="No vehicles match these filters. Clear filters, or include vehicles no longer in stock."
      />
    );
  }
  return (
    <EmptyState
      icon={Car}
      title="No vehicles in stock"
      description="Add a vehicle by its VIN to get started."
    />
  );
}
