import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { queryOptionsFor } from '../../../platform/web/api/queryClient.ts';
import { RecordsPage, type RecordsPageProps } from '../../../platform/web/records/RecordsPage.tsx';
import { useView } from '../../../platform/web/router/useView.ts';
import { CountBadge } from '../../../platform/web/ui/CountBadge.tsx';
import { EmptyState } from '../../../platform/web/ui/EmptyState.tsx';
import { lazyPart } from '../../../platform/web/ui/lazy/lazyPart.tsx';
import { Skeleton } from '../../../platform/web/ui/Skeleton.tsx';
import { Tab, TabList, TabPanel, Tabs } from '../../../platform/web/ui/Tabs.tsx';
import type { CurrentUser } from '../../access/contract.ts';
import type { RecordKind } from '../contract/kinds.ts';
import { countStipulations } from '../contract/stipulations.ts';
import { countTitles } from '../contract/titles.ts';
import { Board } from './board/Board.tsx';
import { choicesOf, events, queries, type RecordChoices, useChoices } from './state/useJackets.ts';

const StipulationList = lazyPart(() => import('./stipulations/StipulationList.tsx'), {
  place: 'panel',
  className: 'min-h-96',
});
const TitleList = lazyPart(() => import('./titles/TitleList.tsx'), {
  place: 'panel',
  className: 'min-h-96',
});
const HireView = lazyPart(() => import('./record/HireView.tsx'), { place: 'page' });

const live = { queries, events };

/** Incomplete jackets, stipulations and title work; `?employee=` opens the file of a new hire. */
export default function JacketsPage(props: RecordsPageProps & { user: CurrentUser }) {
  return (
    <RecordsPage
      {...props}
      access={{ feature: 'view_data' }}
      many="jackets"
      live={live}
      record={{
        param: 'employee',
        show: (employeeId) => <HireView key={employeeId} employeeId={employeeId} />,
      }}
    >
      <Views title={props.title} />
    </RecordsPage>
  );
}

const views = ['deals', 'orders', 'hires', 'stipulations', 'titles'] as const;
type View = (typeof views)[number];
const recordsOf: Record<View, RecordKind> = {
  deals: 'deal',
  orders: 'repair_order',
  hires: 'employee',
  stipulations: 'deal',
  titles: 'deal',
};
const viewNames: Record<View, string> = {
  deals: 'Deals',
  orders: 'Repair orders',
  hires: 'New hires',
  stipulations: 'Stipulations',
  titles: 'Titles',
};

function Views({ title }: { title: string }) {
  const choices = useChoices();
  const offered = views.filter((view) => choicesOf(choices, recordsOf[view]));
  const [shown, show] = useView(offered, offered[0]);
  if (!choices.isKnown) return <Skeleton className="m-4 h-96 md:m-6" />;
  const records = shown && choicesOf(choices, recordsOf[shown]);
  if (!shown || !records) {
    return (
      <EmptyState
        title="No access to jackets"
        description="Jackets are for sales, finance, back office, service, parts and HR, each for their own records."
      />
    );
  }
  return (
    <Tabs value={shown} onValueChange={show} className="@container px-4 pt-1 pb-10 md:px-6">
      <TabList aria-label={title}>
        {offered.map((view) => (
          <Tab key={view} value={view}>
            {viewNames[view]}
            {view === 'titles' && <OverdueTitles />}
            {view === 'stipulations' && <OverdueStipulations />}
          </Tab>
        ))}
      </TabList>
      <TabPanel value={shown} tabIndex={-1} className="flex flex-col gap-3">
        <Shown key={shown} view={shown} records={records} />
      </TabPanel>
    </Tabs>
  );
}

function Shown({ view, records }: { view: View; records: RecordChoices }) {
  switch (view) {
    case 'stipulations':
      return (
        <Suspense fallback={<Skeleton className="h-96" />}>
          <StipulationList records={records} />
        </Suspense>
      );
    case 'titles':
      return (
        <Suspense fallback={<Skeleton className="h-96" />}>
          <TitleList records={records} />
        </Suspense>
      );
    default:
      return <Board records={records} />;
  }
}

function OverdueTitles() {
  const { data } = useQuery(queryOptionsFor(countTitles, { query: {} }));
  return <CountBadge count={data?.scopes.overdue ?? 0} label="overdue" />;
}

function OverdueStipulations() {
  const { data } = useQuery(queryOptionsFor(countStipulations, { query: {} }));
  return <CountBadge count={data?.overdue ?? 0} label="overdue" />;
}
