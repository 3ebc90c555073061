import { useInfiniteQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { LoadMore } from '../../../../platform/web/ui/LoadMore.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { reviewAccess } from '../../contract.ts';
import { exportPeople } from '../state/exportPeople.ts';
import { toastFailure } from '../state/failure.ts';
import { ReviewTable } from './ReviewTable.tsx';
import { type Filter, filtered, filters, type Sort, sorted } from './sorting.ts';

/** Permissions and last sign-ins of all accounts, for the yearly review. */
export default function AccessReview() {
  const { users, total, isPending, error, refetch, ...more } = useReview();
  const [filter, setFilter] = useState<Filter>('everyone');
  const [sort, setSort] = useState<Sort>({ key: 'name', descending: false });
  const shown = sorted(filtered(users, filter, Date.now()), sort);
  if (error && users.length === 0) {
    return <NotLoaded title="Failed to fetch users" error={error} onRetry={refetch} />;
  }
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <SelectField
          label="Show"
          labelHidden
          className="w-56"
          options={filters}
          value={filter}
          onChange={(event) => setFilter(event.target.value as Filter)}
        />
        <p role="status" className="text-sm text-muted tabular-nums">
          {isPending ? ' ' : countText(shown.length, users.length, total)}
        </p>
        <ExportButton />
      </div>
      {isPending ? (
        <Skeleton className="h-96" />
      ) : (
        <ReviewTable users={shown} sort={sort} onSort={setSort} />
      )}
      {more.hasNextPage && (
        <LoadMore
          isManual
          pending={more.isFetchingNextPage}
          onMore={() => void more.fetchNextPage()}
        />
      )}
    </div>
  );
}

function countText(shown: number, loaded: number, total: number): string {
  const of = loaded < total ? `${loaded} loaded of ${total.toLocaleString('en-US')}` : `${total}`;
  return `${shown} of ${of} accounts`;
}

function ExportButton() {
  const [pending, setPending] = useState(false);
  const save = () => {
    setPending(true);
    exportPeople()
      .catch((error: unknown) => toastFailure(error, 'Failed to fetch users'))
      .finally(() => setPending(false));
  };
  return (
    <Button className="ml-auto" pending={pending} pendingLabel="Exporting…" onClick={save}>
      <Download aria-hidden="true" />
      Export as CSV
    </Button>
  );
}

const pageSize = 200;

/** All accounts, a few hundred at a time. */
function useReview() {
  const query = useInfiniteQuery({
    queryKey: queryKeyFor(reviewAccess),
    queryFn: ({ pageParam, signal }) =>
      call(reviewAccess, { query: { page: pageParam, limit: pageSize } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) =>
      pages.length * pageSize < total ? pages.length + 1 : undefined,
    staleTime: 0,
  });
  return {
    ...query,
    users: query.data?.pages.flatMap(({ users }) => users) ?? [],
    total: query.data?.pages[0]?.total ?? 0,
  };
}
