import { Search, Users } from 'lucide-react';
import { plural } from '../../../../platform/web/format/amounts.ts';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import type { CurrentUser } from '../../../access/contract.ts';
import { useChoices } from '../useChoices.ts';
import { CustomerTable } from './CustomerTable.tsx';
import { FilterBar } from './FilterBar.tsx';
import { ListActions } from './ListActions.tsx';
import { filterNames, type Sort, useCustomerList } from './useCustomerList.ts';

const skeletonRows = Array.from({ length: 12 }, (_, at) => at);

export function CustomerList({ user }: { user: CurrentUser }) {
  const choices = useChoices();
  const { filters, sort, list, count } = useCustomerList();
  const rows = list.data?.pages.flat();
  const isFiltered = filterNames.some((name) => filters[name] !== undefined);
  return (
    <div className="@container flex flex-col gap-3">
      <FilterBar filters={filters} choices={choices} />
      <div className="flex min-h-row flex-wrap items-center gap-x-4 gap-y-2">
        <p role="status" className="text-sm text-muted tabular-nums">
          {count ? `${count.isMore ? 'More than ' : ''}${plural(count.count, 'customer')}` : ' '}
        </p>
        <SortField sort={sort} />
        <div className="ml-auto flex items-center gap-2">
          <ListActions user={user} filters={filters} choices={choices} />
        </div>
      </div>
      {list.isError && !rows ? (
        <EmptyState
          icon={Users}
          title="Couldn’t load customers"
          description="Something went wrong on our end. Try again."
          action={<Button onClick={() => void list.refetch()}>Try again</Button>}
        />
      ) : !rows ? (
        <LoadingRows />
      ) : rows.length === 0 ? (
        <NoCustomers isFiltered={isFiltered} />
      ) : (
        <CustomerTable rows={rows} stale={list.isPlaceholderData} />
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
    </div>
  );
}

function SortField({ sort }: { sort: Sort }) {
  const { setQuery } = useAddress();
  return (
    <SelectField
      label="Sort"
      labelHidden
      className="w-44"
      options={[
        { value: 'recent', label: 'Most recent activity' },
        { value: 'name', label: 'Name' },
      ]}
      value={sort}
      onChange={(event) =>
        setQuery({ sort: event.target.value === 'recent' ? null : event.target.value })
      }
    />
  );
}

function LoadingRows() {
  return (
    <div aria-hidden="true" className="flex flex-col pt-9">
      {skeletonRows.map((line) => (
        <span key={line} className="flex h-11 items-center gap-6 border-b border-border px-2">
          <Skeleton className="h-3 w-44" />
          <Skeleton className="h-3 w-28" />
          <Skeleton className="h-3 w-52" />
        </span>
      ))}
    </div>
  );
}

function NoCustomers({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState
      icon={Search}
      title="No customers found"
      description="No customers match these filters. Clear filters to see all."
    />
  ) : (
    <EmptyState
      icon={Users}
      title="No customers yet"
      description="Add your first customer or import a CSV file."
    />
  );
}
