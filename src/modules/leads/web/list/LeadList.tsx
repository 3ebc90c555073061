import { Inbox, Search } from 'lucide-react';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { ListCount } from '../../../../platform/web/ui/ListCount.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { filterNames, type LeadQuery, useLeadList } from '../useLeads.ts';
import { LeadTable } from './LeadTable.tsx';

const lines = Array.from({ length: 10 }, (_, at) => at);

/** All leads of the user's stores, including closed ones, latest first. */
export default function LeadList({ filters }: { filters: LeadQuery }) {
  const { query } = useAddress();
  const { list, count } = useLeadList(filters);
  const rows = list.data?.pages.flat();
  const isFiltered = filterNames.some((name) => query.get(name));
  return (
    <>
      <ListCount count={count} one="lead" />
      {list.isError && !rows ? (
        <EmptyState
          icon={Inbox}
          title="Couldn't load leads"
          description="The server did not answer as expected."
          action={<Button onClick={() => void list.refetch()}>Try again</Button>}
        />
      ) : !rows ? (
        <Waiting />
      ) : rows.length > 0 ? (
        <LeadTable rows={rows} stale={list.isPlaceholderData} />
      ) : (
        <Empty isFiltered={isFiltered} />
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
    </>
  );
}

function Waiting() {
  return (
    <div aria-hidden="true" className="flex flex-col pt-9">
      {lines.map((line) => (
        <span key={line} className="flex h-11 items-center gap-6 border-b border-border px-2">
          <Skeleton className="h-3 w-40" />
          <Skeleton className="h-3 w-24" />
          <Skeleton className="h-3 w-52" />
        </span>
      ))}
    </div>
  );
}

function Empty({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState icon={Search} title="No leads found" description="No leads match these filters." />
  ) : (
    <EmptyState
      icon={Inbox}
      title="No leads yet"
      description="Leads arrive from your sources. Add one here when a customer calls or walks in."
    />
  );
}
