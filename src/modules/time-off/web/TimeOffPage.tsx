import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { queryOptionsFor } from '../../../platform/web/api/queryClient.ts';
import { useLiveQueries } from '../../../platform/web/realtime/useLiveQueries.ts';
import { ListLink } from '../../../platform/web/records/ListLink.tsx';
import { type RecordsPageProps, useRecordId } from '../../../platform/web/records/RecordsPage.tsx';
import { useAddress } from '../../../platform/web/router/address.ts';
import { useTopOfPage } from '../../../platform/web/router/scrollPositions.ts';
import { useView } from '../../../platform/web/router/useView.ts';
import { CountBadge } from '../../../platform/web/ui/CountBadge.tsx';
import { EmptyState } from '../../../platform/web/ui/EmptyState.tsx';
import { PageHeader } from '../../../platform/web/ui/frame/PageHeader.tsx';
import { lazyPart } from '../../../platform/web/ui/lazy/lazyPart.tsx';
import { NotLoaded } from '../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../platform/web/ui/Skeleton.tsx';
import { Tab, TabList, TabPanel, Tabs } from '../../../platform/web/ui/Tabs.tsx';
import { getBalances } from '../contract/balances.ts';
import { countApprovals } from '../contract/requests.ts';
import { timeOffChanged } from '../contract.ts';
import { PersonTimeOff } from './mine/PersonTimeOff.tsx';
import { queries, useChoices } from './state/useTimeOff.ts';

const panel = { place: 'panel', className: 'min-h-96' } as const;
const ApprovalsView = lazyPart(() => import('./approvals/ApprovalsView.tsx'), panel);
const CalendarView = lazyPart(() => import('./calendar/CalendarView.tsx'), panel);
const PeopleView = lazyPart(() => import('./people/PeopleView.tsx'), panel);
const SettingsView = lazyPart(() => import('./settings/SettingsView.tsx'), panel);

type View = 'mine' | 'approvals' | 'calendar' | 'people' | 'settings';
const names: Record<View, string> = {
  mine: 'My time off',
  approvals: 'Approvals',
  calendar: 'Calendar',
  people: 'Balances',
  settings: 'Settings',
};

/** The others have a heading of their own. */
const headed: readonly View[] = ['mine', 'approvals', 'settings'];

/** One’s own time off, what waits for approval, who is away, and HR’s settings. */
export default function TimeOffPage(props: RecordsPageProps) {
  const { query } = useAddress();
  const choices = useChoices();
  useLiveQueries([['api', queries]], [timeOffChanged]);
  const { data } = choices;
  const may = data?.may;
  const offered = (
    [
      data?.isEmployee && 'mine',
      (may?.approve || query.get('view') === 'approvals') && 'approvals',
      'calendar',
      may?.readAll && 'people',
      may?.readAll && 'settings',
    ] as const
  ).filter((view) => view !== false && view !== undefined);
  const [shown, show] = useView(offered, offered[0] ?? 'calendar');
  return (
    <>
      <PageHeader {...props} />
      {choices.isError && !data && (
        <NotLoaded what="time off" error={choices.error} onRetry={choices.refetch} />
      )}
      {!data && !choices.isError && <Skeleton className="m-4 h-96 md:m-6" />}
      {data && (
        <Tabs value={shown} onValueChange={show} className="@container px-4 pt-1 pb-10 md:px-6">
          <TabList aria-label={props.title}>
            {offered.map((view) => (
              <Tab key={view} value={view}>
                {names[view]}
                {view === 'approvals' && <Waiting />}
              </Tab>
            ))}
          </TabList>
          <TabPanel value={shown} tabIndex={-1}>
            {headed.includes(shown) && <h2 className="sr-only">{names[shown]}</h2>}
            <Suspense fallback={<Skeleton className="h-96" />}>
              {shown === 'mine' && <PersonTimeOff />}
              {shown === 'approvals' && <ApprovalsView />}
              {shown === 'calendar' && <CalendarView stores={data.stores} />}
              {shown === 'people' && <People stores={data.stores} />}
              {shown === 'settings' && <SettingsView choices={data} />}
            </Suspense>
          </TabPanel>
        </Tabs>
      )}
    </>
  );
}

function Waiting() {
  const { data } = useQuery(queryOptionsFor(countApprovals));
  return <CountBadge count={data?.count ?? 0} label="to approve" />;
}

/** The table of balances, or one person’s. */
function People({ stores }: Parameters<typeof PeopleView>[0]) {
  const employeeId = useRecordId('employee');
  if (employeeId === null) return <PeopleView stores={stores} />;
  return <Person userId={employeeId} />;
}

function Person({ userId }: { userId: number }) {
  const { hrefWith } = useAddress();
  useTopOfPage();
  return (
    <div className="flex flex-col gap-3">
      <ListLink href={hrefWith({ employee: null })} label="Balances" className="self-start" />
      <PersonHeading userId={userId} />
      <PersonTimeOff key={userId} userId={userId} />
    </div>
  );
}

function PersonHeading({ userId }: { userId: number }) {
  const { data, isError } = useQuery(queryOptionsFor(getBalances, { query: { userId } }));
  if (isError) return <EmptyState title="This person does not exist, or you may not see them" />;
  return <h2 className="min-h-7 text-xl font-semibold text-text">{data?.person.name}</h2>;
}
