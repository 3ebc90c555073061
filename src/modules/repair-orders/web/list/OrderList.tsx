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
const lines = Array.from({ length: 10 }, (_, at) => at);

/** The orders of the person's stores, to find one or to see what is being worked on. */
export function OrderList() {
  const { query, setQuery } = useAddress();
  const [, navigate] = useLocation();
  const choices = useChoices();
  const client = useQueryClient();
  const refresh = useCallback(() => void refreshOrders(client), [client]);
  const { asked, list, count } = useOrderList();
  const rows = list.data?.pages.flat();
  const narrowed = filterNames.some((name) => query.get(name));
  return (
    <div className="@container flex flex-col gap-3 px-4 pt-4 pb-10 md:px-6">
      <div className="flex flex-wrap items-start gap-2">
        <OrderFilters asked={asked} choices={choices} />
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
          title="The repair orders could not be loaded"
          description="The server did not answer as expected."
          action={<Button onClick={() => void list.refetch()}>Try again</Button>}
        />
      ) : !rows ? (
        <Waiting />
      ) : rows.length > 0 ? (
        <OrderTable rows={rows} stale={list.isPlaceholderData} />
      ) : (
        <Nothing narrowed={narrowed} />
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

function Waiting() {
  return (
    <div aria-hidden="true" className="flex flex-col pt-9">
      {lines.map((line) => (
        <span key={line} className="flex h-11 items-center gap-6 border-b border-border px-2">
          <Skeleton className="h-3 w-24" />
          <Skeleton className="h-3 w-44" />
          <Skeleton className="h-3 w-52" />
        </span>
      ))}
    </div>
  );
}

function Nothing({ narrowed }: { narrowed: boolean }) {
  return narrowed ? (
    <EmptyState
      icon={Search}
      title="No repair order found"
      description="None of your stores matches all of these filters."
    />
  ) : (
    <EmptyState
      icon={ClipboardList}
      title="Nothing is being worked on"
      description="Orders show here from the moment they are written up until they are closed."
    />
  );
}
