import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { phoneText } from '../../../../platform/contract/phones.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { LoadMore } from '../../../../platform/web/ui/LoadMore.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { StoreMark } from '../../../../platform/web/ui/StoreMark.tsx';
import { toastFailure } from '../../../../platform/web/ui/toastFailure.ts';
import type { CustomerRow } from '../../contract/finding.ts';
import { type Duplicate, dismissDuplicate, listDuplicates } from '../../contract/merging.ts';
import { customerHref } from '../../contract.ts';
import { agoOf } from '../state/labels.ts';
import { useChoices } from '../state/useCustomers.ts';
import { MergeDialog } from './MergeDialog.tsx';

const reasonNames = {
  phone: 'Same phone',
  email: 'Same email',
  name: 'Similar name, same ZIP code',
};
const pageSize = 30;

/** Possible duplicates, to merge or dismiss. */
export default function DuplicatesView() {
  const choices = useChoices();
  const { query } = useAddress();
  const customerId = Number(query.get('of')) || undefined;
  const [merging, setMerging] = useState<Duplicate | null>(null);
  const list = useInfiniteQuery({
    queryKey: queryKeyFor(listDuplicates, { query: { customerId } }),
    queryFn: ({ pageParam, signal }) =>
      call(listDuplicates, { query: { ...pageParam, customerId, limit: pageSize } }, { signal }),
    initialPageParam: {} as { after?: number; afterSecond?: number },
    getNextPageParam: (page: Duplicate[]) => {
      const last = page.at(-1);
      return page.length < pageSize || !last
        ? undefined
        : { after: last.first.id, afterSecond: last.second.id };
    },
    refetchOnMount: 'always',
  });
  const pairs = list.data?.pages.flat();
  if (!pairs && list.isError)
    return <NotLoaded what="duplicates" error={list.error} onRetry={list.refetch} />;
  if (!pairs) return <Skeleton className="h-96" />;
  if (pairs.length === 0)
    return (
      <EmptyState
        icon={Copy}
        title="No duplicates"
        description="Customers with the same phone, the same email, or a similar name in the same ZIP code appear here."
      />
    );
  return (
    <div className="@container flex flex-col gap-3">
      {!choices.may.merge && (
        <p className="text-sm text-muted">Only managers can merge customers.</p>
      )}
      <ul aria-label="Duplicates" className="divide-y divide-border border-b border-border">
        {pairs.map((pair) => (
          <Pair
            key={`${pair.first.id} ${pair.second.id}`}
            pair={pair}
            mayMerge={choices.may.merge}
            onMerge={() => setMerging(pair)}
          />
        ))}
      </ul>
      {list.hasNextPage && (
        <LoadMore
          isManual
          pending={list.isFetchingNextPage}
          onMore={() => void list.fetchNextPage()}
        />
      )}
      {merging && <MergeDialog pair={merging} close={() => setMerging(null)} />}
    </div>
  );
}

interface PairProps {
  pair: Duplicate;
  mayMerge: boolean;
  onMerge: () => void;
}

function Pair({ pair, mayMerge, onMerge }: PairProps) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call(dismissDuplicate, { body: { firstId: pair.first.id, secondId: pair.second.id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeyFor(listDuplicates) }),
    onError: (error) => toastFailure(error, 'Couldn’t dismiss duplicate'),
  });
  return (
    <li className="grid items-center gap-x-6 gap-y-2 py-3 @3xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_17rem]">
      <CustomerSummary row={pair.first} />
      <CustomerSummary row={pair.second} />
      <span className="flex flex-wrap items-center justify-end gap-2 @3xl:flex-col @3xl:items-end">
        <span className="flex flex-wrap gap-1.5 @max-3xl:mr-auto">
          {pair.reasons.map((reason) => (
            <Badge key={reason} tone="warning">
              {reasonNames[reason]}
            </Badge>
          ))}
        </span>
        {mayMerge && (
          <span className="flex gap-2">
            <Button size="sm" variant="ghost" pending={isPending} onClick={() => mutate()}>
              Not a duplicate
            </Button>
            <Button size="sm" onClick={onMerge}>
              Merge
            </Button>
          </span>
        )}
      </span>
    </li>
  );
}

function CustomerSummary({ row }: { row: CustomerRow }) {
  return (
    <span className="min-w-0 text-sm">
      <span className="flex flex-wrap items-center gap-x-2">
        <Link href={customerHref(row.id)} className="truncate text-base font-medium text-text">
          {row.name}
        </Link>
        <span className="text-xs text-muted tabular-nums">{row.id}</span>
        {row.stores.map((store) => (
          <StoreMark key={store} store={store} className="text-xs text-muted" />
        ))}
      </span>
      <span className="block truncate text-muted">
        {[row.phone && phoneText(row.phone), row.email, row.city].filter(Boolean).join(' · ')}
      </span>
      <span className="block text-xs text-muted">{`Last activity ${agoOf(row.lastActivityAt)}`}</span>
    </span>
  );
}
