import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { calendarDay } from '../../../../platform/contract/calendar.ts';
import { addDays } from '../../../../platform/contract/wallTime.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor, queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { LoadMore } from '../../../../platform/web/ui/LoadMore.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import {
  availableMaxDays,
  type Balance,
  type Entry,
  getAvailable,
  hoursText,
  listLedger,
} from '../../contract/balances.ts';
import { changeOf, entryNames } from '../state/labels.ts';
import { useKinds } from '../state/useTimeOff.ts';

interface Props {
  userId: number | undefined;
  balance: Balance;
  today: string;
  onClose: () => void;
}

/** How a balance came about, entry by entry, and what it will be. */
export default function LedgerDialog({ userId, balance, today, onClose }: Props) {
  const kind = useKinds().get(balance.kindId);
  const query = { kindId: balance.kindId, ...(userId !== undefined && { userId }) };
  const list = useInfiniteQuery({
    queryKey: [...queryKeyFor(listLedger, { query }), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(listLedger, { query: { ...query, offset: pageParam } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (page, pages) =>
      page.isMore ? pages.reduce((sum, { entries }) => sum + entries.length, 0) : undefined,
  });
  const entries = list.data?.pages.flatMap((page) => page.entries);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      title={kind?.name ?? 'Balance'}
      description={balance.accrual || 'Nothing accrues. HR adjusts this balance.'}
    >
      <div className="flex flex-col gap-4">
        <Available userId={userId} kindId={balance.kindId} today={today} />
        {list.isError && !entries && (
          <NotLoaded what="entries" error={list.error} onRetry={list.refetch} />
        )}
        {!entries && !list.isError && <Skeleton className="h-64" />}
        {entries?.length === 0 && (
          <EmptyState
            title="No entries yet"
            description="What accrues, is used or is adjusted appears here."
          />
        )}
        {entries && entries.length > 0 && (
          <ol aria-label="Entries" className="divide-y divide-border">
            {entries.map((entry) => (
              <EntryLine key={entry.id} {...entry} isFuture={entry.day > today} />
            ))}
          </ol>
        )}
        {list.hasNextPage && (
          <LoadMore
            isManual
            pending={list.isFetchingNextPage}
            onMore={() => void list.fetchNextPage()}
          />
        )}
      </div>
    </Dialog>
  );
}

function EntryLine(entry: Entry & { isFuture: boolean }) {
  const { day, type, minutes, carriedMinutes, note, by, balanceMinutes, isFuture } = entry;
  const detail = [note, type === 'adjusted' && by && `by ${by}`].filter(Boolean).join(', ');
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto_6rem] items-baseline gap-x-3 py-2 text-sm tabular-nums">
      <div className="min-w-0">
        <p className="text-text">
          {entryNames[type]}
          <span className="text-muted">{` ${calendarDay(day)}${isFuture ? ', scheduled' : ''}`}</span>
        </p>
        {detail && <p className="text-xs text-muted wrap-anywhere">{detail}</p>}
      </div>
      <span className="text-right font-medium text-text">
        {carriedMinutes === null ? changeOf(minutes) : hoursText(carriedMinutes)}
      </span>
      <span className="text-right text-muted">
        <span className="sr-only">Balance </span>
        {hoursText(balanceMinutes)}
      </span>
    </li>
  );
}

/** What will be available on a day. */
function Available({
  userId,
  kindId,
  today,
}: Pick<Props, 'userId' | 'today'> & { kindId: number }) {
  const [day, setDay] = useState(today);
  const { data, error, refetch } = useQuery({
    ...queryOptionsFor(getAvailable, {
      query: { kindId, day, ...(userId !== undefined && { userId }) },
    }),
    enabled: day !== '',
  });
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-2 rounded-md bg-sunken px-3 py-3">
      <TextField
        label="Available on"
        type="date"
        className="w-44"
        max={addDays(today, availableMaxDays)}
        value={day}
        onChange={({ target }) => setDay(target.value)}
      />
      {error ? (
        <NotLoaded isInline what="the balance" error={error} onRetry={refetch} />
      ) : (
        <p aria-live="polite" className="pb-1.5 text-lg font-semibold text-text tabular-nums">
          {data ? `${data.isAtLeast ? 'At least ' : ''}${hoursText(data.minutes)}` : ''}
          <span className="ml-2 text-sm font-normal text-muted">
            {data && data.pendingMinutes > 0 && `${hoursText(data.pendingMinutes)} requested`}
          </span>
        </p>
      )}
      {data?.isAtLeast && (
        <p className="basis-full text-xs text-muted">
          Hours that are still to be worked earn more.
        </p>
      )}
    </div>
  );
}
