import { useQueryClient } from '@tanstack/react-query';
import { ClipboardList, Plus, Search } from 'lucide-react';
import { Suspense, useCallback } from 'react';
import { useLocation } from 'wouter';
import { lazyPart } from '../../../../platform/web/lazy/lazyPart.tsx';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { ListCount } from '../../../../platform/web/ui/ListCount.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { ImportMenu } from '../../../imports/web/public.ts';
import { orderHref } from '../labels.ts';
import { filterNames, refreshOrders, useChoices, useOrderList } from '../useOrders.ts';
import { OrderFilters } from './OrderFilters.tsx';
import { OrderTable } from './OrderTable.tsx';

const OrderSheet = lazyPart(() => import('../form/OrderSheet.tsx'), { place: 'dialog' });
const skeletonRows = Array.from({ length: 10 }, (_, at) => at);

export function OrderList() {
  const { query, setQuery } = useAddress();
  const [, navigate] = useLocation();
  const choices = useChoices();
  const client = useQueryClient();
  const refresh = useCallback(() => void refreshOrders(client), [client]);
  const { filters, list, count } = useOrderList();
  const rows = list.data?.pages.flat();
  const isFiltered = filterNames.some((name) => query.get(name));
  return (
    <div className="@container flex flex-col gap-3 px-4 pt-4 pb-10 md:px-6">
      <div className="flex flex-wrap items-start gap-2">
        <OrderFilters filters={filters} choices={choices} />
        {choices.may.import && (
          <ImportMenu
            kind="repair_orders"
            noun="repair order"
            stores={choices.stores}
            onChange={refresh}
          />
        )}
        {choices.may.open && (
          <Button variant="primary" onClick={() => setQuery({ new: 'order' }, { push: true })}>
            <Plus aria-hidden="true" />
            New repair order
          </Button>
        )}
      </div>
      <ListCount count={count} one="repair order" />
      {list.isError && !rows ? (
        <EmptyState
          icon={ClipboardList}
          title="Couldn’t load repair orders"
          description="Something went wrong on our end. Try again."
          action={<Button onClick={() => void list.refetch()}>Try again</Button>}
        />
      ) : !rows ? (
        <LoadingRows />
      ) : rows.length > 0 ? (
        <OrderTable rows={rows} stale={list.isPlaceholderData} />
      ) : (
        <Nothing isFiltered={isFiltered} />
      )}
      {list.hasNextPage && rows && (
        <Button
          className="self-center"
          pending={list.isFetchingNextPage}
          pendingLabel="Loading..."
          onClick={() => void list.fetchNextPage()}
        >
          Show more
        </Button>
      )}
      <Suspense>
        {query.get('new') === 'order' && choices.may.open && (
          <OrderSheet
            choices={choices}
            onClose={() => setQuery({ new: null })}
            onSaved={({ id }) => navigate(orderHref(id))}
          />
        )}
      </Suspense>
    </div>
  );
}

function LoadingRows() {
  return (
    <div aria-hidden="true" className="flex flex-col pt-9">
      {skeletonRows.map((line) => (
        <span key={line} className="flex h-11 items-center gap-6 border-b border-border px-2">
          <Skeleton className="h-3 w-24" />
          <Skeleton className="h-3 w-44" />
          <Skeleton className="h-3 w-52" />
        </span>
      ))}
    </div>
  );
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState
      icon={Search}
      title="No repair orders found"
      description="No repair orders match these filters. Clear filters to see all."
    />
  ) : (
    <EmptyState
      icon={ClipboardList}
      title="No open repair orders"
      description="Create a repair order to get started. It stays here until it’s closed."
    />
  );
}
