import { Suspense } from 'react';
import { permits } from '../../../platform/contract/access.ts';
import { RecordsPage, type RecordsPageProps } from '../../../platform/web/records/RecordsPage.tsx';
import { useAddress } from '../../../platform/web/router/address.ts';
import { CountBadge } from '../../../platform/web/ui/CountBadge.tsx';
import { lazyPart } from '../../../platform/web/ui/lazy/lazyPart.tsx';
import { NotLoaded } from '../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../platform/web/ui/Skeleton.tsx';
import { Tab, TabList, TabPanel, Tabs } from '../../../platform/web/ui/Tabs.tsx';
import type { CurrentUser } from '../../access/contract.ts';
import type { Place } from '../contract/week.ts';
import { MySchedule } from './mine/MySchedule.tsx';
import { events, queries, useOffers, usePlaces } from './state/useSchedules.ts';

const panel = { place: 'panel', className: 'min-h-96' } as const;
const WeekView = lazyPart(() => import('./week/WeekView.tsx'), panel);
const NowView = lazyPart(() => import('./now/NowView.tsx'), panel);
const SwapList = lazyPart(() => import('./swaps/SwapList.tsx'), panel);

const live = { queries, events };

/** One's own shifts, the week of a department, and for those who plan it who is in and which swaps wait. */
export default function SchedulePage(props: RecordsPageProps & { user: CurrentUser }) {
  return (
    <RecordsPage {...props} access="signedIn" many="schedules" live={live}>
      <Views title={props.title} user={props.user} />
    </RecordsPage>
  );
}

const views = ['mine', 'week', 'now', 'swaps'] as const;
type View = (typeof views)[number];
const viewNames: Record<View, string> = {
  mine: 'My schedule',
  week: 'Team',
  now: 'Attendance',
  swaps: 'Swaps',
};

function Views({ title, user }: { title: string; user: CurrentUser }) {
  const { query, setQuery } = useAddress();
  const { data: places, error, refetch } = usePlaces();
  if (!permits('signedIn', user)) return null;
  if (!places && error) return <NotLoaded what="schedules" error={error} onRetry={refetch} />;
  if (!places) return <Skeleton className="m-4 h-96 md:m-6" />;
  const plans = places.some(({ mayEdit }) => mayEdit);
  const offered = views.filter((view) => isOffered(view, { places, plans }));
  const shown = offered.find((view) => view === query.get('view')) ?? (plans ? 'week' : 'mine');
  return (
    <Tabs
      value={shown}
      onValueChange={(view) => setQuery({ view, person: null, day: null }, { push: true })}
      className="@container px-4 pt-1 pb-10 md:px-6"
    >
      <TabList aria-label={title}>
        {offered.map((view) => (
          <Tab key={view} value={view}>
            {viewNames[view]}
            {view === 'swaps' && <OpenSwaps />}
          </Tab>
        ))}
      </TabList>
      <TabPanel value={shown} tabIndex={-1}>
        <Suspense fallback={<Skeleton className="h-96" />}>
          {shown === 'mine' && <MySchedule />}
          {shown === 'week' && <WeekView places={places} />}
          {shown === 'now' && <NowView places={places} />}
          {shown === 'swaps' && <SwapList />}
        </Suspense>
      </TabPanel>
    </Tabs>
  );
}

function isOffered(view: View, { places, plans }: { places: readonly Place[]; plans: boolean }) {
  if (view === 'mine') return true;
  return view === 'week' ? places.length > 0 : plans;
}

function OpenSwaps() {
  const { data = [] } = useOffers();
  return (
    <CountBadge count={data.filter(({ may }) => may.decide).length} label="waiting for approval" />
  );
}
