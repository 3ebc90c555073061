import { useQuery } from '@tanstack/react-query';
import { CalendarPlus, SlidersHorizontal } from 'lucide-react';
import { Suspense, useState } from 'react';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { RecordSection } from '../../../../platform/web/records/RecordSection.tsx';
import { useRecordPages } from '../../../../platform/web/records/useRecordList.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { LoadMore } from '../../../../platform/web/ui/LoadMore.tsx';
import { lazyPart } from '../../../../platform/web/ui/lazy/lazyPart.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { type Balance, type Balances, getBalances, hoursText } from '../../contract/balances.ts';
import { listRequests } from '../../contract/requests.ts';
import { KindMark } from '../parts/KindMark.tsx';
import { RequestItem } from '../requesting/RequestItem.tsx';
import { useKinds } from '../state/useTimeOff.ts';

const RequestDialog = lazyPart(() => import('../requesting/RequestDialog.tsx'), {
  place: 'dialog',
});
const LedgerDialog = lazyPart(() => import('./LedgerDialog.tsx'), { place: 'dialog' });
const AdjustDialog = lazyPart(() => import('./AdjustDialog.tsx'), { place: 'dialog' });
const WeekDialog = lazyPart(() => import('./WeekDialog.tsx'), { place: 'dialog' });

type Open = 'request' | 'adjust' | 'week' | { ledger: Balance } | null;

/** Someone’s balances and requests; one’s own without a person. */
export function PersonTimeOff({ userId }: { userId?: number }) {
  const query = userId === undefined ? {} : { userId };
  const balances = useQuery(queryOptionsFor(getBalances, { query }));
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  if (balances.isError && !balances.data) {
    return <NotLoaded what="time off" error={balances.error} onRetry={balances.refetch} />;
  }
  if (!balances.data) return <Skeleton className="h-72" />;
  const { person, today, may } = balances.data;
  const isOwn = userId === undefined;
  const who = isOwn ? undefined : { id: person.id, name: person.name };
  return (
    <div className="@container flex flex-col gap-6">
      <div className="flex flex-wrap gap-2">
        {may.request && (
          <Button variant="primary" onClick={() => setOpen('request')}>
            <CalendarPlus aria-hidden="true" />
            {isOwn ? 'Request time off' : 'Record time off'}
          </Button>
        )}
        {may.adjust && (
          <Button onClick={() => setOpen('adjust')}>
            <SlidersHorizontal aria-hidden="true" />
            Adjust balance
          </Button>
        )}
        {may.setWeek && <Button onClick={() => setOpen('week')}>Work week</Button>}
      </div>
      <BalanceList {...balances.data} onOpen={(ledger) => setOpen({ ledger })} />
      <Requests userId={userId} today={today} />
      <Suspense>
        {open === 'request' && <RequestDialog person={who} today={today} onClose={close} />}
        {open === 'adjust' && <AdjustDialog of={balances.data} onClose={close} />}
        {open === 'week' && <WeekDialog of={balances.data} onClose={close} />}
        {open !== null && typeof open === 'object' && (
          <LedgerDialog userId={userId} balance={open.ledger} today={today} onClose={close} />
        )}
      </Suspense>
    </div>
  );
}

function BalanceList({ balances, onOpen }: Balances & { onOpen: (balance: Balance) => void }) {
  const kinds = useKinds();
  return (
    <ul aria-label="Balances" className="grid gap-x-8 @xl:grid-cols-2 @5xl:grid-cols-3">
      {balances.map((balance) => {
        const kind = kinds.get(balance.kindId);
        const { balanceMinutes, scheduledMinutes, pendingMinutes, usedMinutes } = balance;
        const notes = [
          scheduledMinutes > 0 && `${hoursText(scheduledMinutes)} scheduled`,
          pendingMinutes > 0 && `${hoursText(pendingMinutes)} requested`,
          usedMinutes > 0 && `${hoursText(usedMinutes)} used this year`,
        ].filter(Boolean);
        return (
          <li key={balance.kindId} className="flex gap-3 border-b border-border py-3">
            <KindMark kind={kind} />
            <div className="min-w-0 flex-1">
              <div className="flex items-baseline justify-between gap-3">
                <h3 className="truncate text-base font-medium text-text">
                  {kind?.name ?? 'Out of use'}
                </h3>
                {balanceMinutes !== null && (
                  <span className="text-lg font-semibold text-text tabular-nums">
                    {hoursText(balanceMinutes)}
                  </span>
                )}
              </div>
              <p className="text-sm text-muted tabular-nums">
                {notes.length > 0
                  ? notes.join(' · ')
                  : balanceMinutes === null
                    ? 'No balance needed'
                    : 'None used this year'}
              </p>
              {balanceMinutes !== null && (
                <div className="mt-1 flex items-baseline justify-between gap-x-3">
                  <p className="min-w-0 flex-1 text-xs text-muted text-pretty">
                    {balance.accrual || 'Nothing accrues'}
                  </p>
                  <Button
                    size="sm"
                    variant="ghost"
                    className="-mr-2.5"
                    aria-label={`Details of ${kind?.name ?? 'this balance'}`}
                    onClick={() => onOpen(balance)}
                  >
                    Details
                  </Button>
                </div>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

function Requests({ userId, today }: { userId: number | undefined; today: string }) {
  const pages = useRecordPages({
    list: listRequests,
    query: userId === undefined ? {} : { userId },
    cursorOf: (last) => ({ before: last.startsOn, beforeId: last.id }),
  });
  const isOwn = userId === undefined;
  return (
    <RecordSection label={isOwn ? 'My requests' : 'Requests'}>
      {pages.error && !pages.rows && (
        <NotLoaded what="requests" error={pages.error} onRetry={pages.retry} />
      )}
      {!pages.rows && !pages.error && <Skeleton className="h-40" />}
      {pages.rows?.length === 0 && (
        <EmptyState
          title="No time off yet"
          description={
            isOwn
              ? 'What you request appears here with its state.'
              : 'What is requested or recorded appears here.'
          }
        />
      )}
      {pages.rows && pages.rows.length > 0 && (
        <ul className="divide-y divide-border">
          {pages.rows.map((request) => (
            <RequestItem key={request.id} request={request} today={today} isOwn={isOwn} />
          ))}
        </ul>
      )}
      {pages.more && <LoadMore isManual pending={pages.more.isLoading} onMore={pages.more.load} />}
    </RecordSection>
  );
}
