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

const lines = Array.from({ length: 12 }, (_, at) => at);

/** Everybody the person's stores know, to find one or to see who has been left alone. */
export function CustomerList({ user }: { user: CurrentUser }) {
  const choices = useChoices();
  const { filters, sort, list, count } = useCustomerList();
  const rows = list.data?.pages.flat();
  const narrowed = filterNames.some((name) => filters[name] !== undefined);
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
          title="The customers could not be loaded"
          description="The server did not answer as expected."
          action={<Button onClick={() => void list.refetch()}>Try again</Button>}
        />
      ) : !rows ? (
        <Waiting />
      ) : rows.length === 0 ? (
        <Nobody narrowed={narrowed} />
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
        { value: 'recent', label: 'Latest activity first' },
        { value: 'name', label: 'By name' },
      ]}
      value={sort}
      onChange={(event) =>
        setQuery({ sort: event.target.value === 'recent' ? null : event.target.value })
      }
    />
  );
}

function Waiting() {
  return (
    <div aria-hidden="true" className="flex flex-col pt-9">
      {lines.map((line) => (
        <span key={line} className="flex h-11 items-center gap-6 border-b border-border px-2">
          <Skeleton className="h-3 w-44" />
          <Skeleton className="h-3 w-28" />
          <Skeleton className="h-3 w-52" />
        </span>
      ))}
    </div>
  );
}

function Nobody({ narrowed }: { narrowed: boolean }) {
  return narrowed ? (
    <EmptyState
      icon={Search}
      title="Nobody found"
      description="No customer of your stores matches all of these filters."
    />
  ) : (
    <EmptyState
      icon={Users}
      title="No customers yet"
      description="Add the first one, or bring in a file of them."
    />
  );
}
