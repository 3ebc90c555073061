import { Suspense } from 'react';
import { RecordsPage, type RecordsPageProps } from '../../../platform/web/records/RecordsPage.tsx';
import { useAddress } from '../../../platform/web/router/address.ts';
import { EmptyState } from '../../../platform/web/ui/EmptyState.tsx';
import { lazyPart } from '../../../platform/web/ui/lazy/lazyPart.tsx';
import { Skeleton } from '../../../platform/web/ui/Skeleton.tsx';
import { Tab, TabList, TabPanel, Tabs } from '../../../platform/web/ui/Tabs.tsx';
import type { CurrentUser } from '../../access/contract.ts';
import { Board } from './board/Board.tsx';
import { live, useChoices } from './state/useOnboarding.ts';

const RunView = lazyPart(() => import('./run/RunView.tsx'), { place: 'page' });
const HandoverView = lazyPart(() => import('./handover/HandoverView.tsx'), { place: 'page' });
const Checklists = lazyPart(() => import('./checklists/Checklists.tsx'), {
  place: 'panel',
  className: 'min-h-96',
});

/** Who starts and who leaves; `?run=` opens one list, with `&view=handover` what is handed over. */
export default function OnboardingPage(props: RecordsPageProps & { user: CurrentUser }) {
  return (
    <RecordsPage
      {...props}
      access="signedIn"
      many="onboarding"
      live={live}
      record={{ param: 'run', show: (runId) => <OneRun key={runId} runId={runId} /> }}
    >
      <Views title={props.title} />
    </RecordsPage>
  );
}

function OneRun({ runId }: { runId: number }) {
  const { query } = useAddress();
  return query.get('view') === 'handover' ? (
    <HandoverView runId={runId} />
  ) : (
    <RunView runId={runId} />
  );
}

const views = ['open', 'closed', 'checklists'] as const;
const viewNames = { open: 'In progress', closed: 'Closed', checklists: 'Checklists' };

function Views({ title }: { title: string }) {
  const { query, setQuery } = useAddress();
  const choices = useChoices();
  if (!choices.isKnown) return <Skeleton className="m-4 h-96 md:m-6" />;
  if (!choices.may.see) {
    return (
      <EmptyState
        title="No access to onboarding"
        description="HR and managers see who starts and who leaves. Your own tasks are under People."
      />
    );
  }
  const offered = views.filter((view) => view !== 'checklists' || choices.may.start);
  const shown = offered.find((view) => view === query.get('view')) ?? 'open';
  return (
    <Tabs
      value={shown}
      onValueChange={(view) =>
        setQuery(
          { view: view === 'open' ? null : view, q: null, kind: null, store: null },
          { push: true },
        )
      }
      className="@container mx-auto max-w-[80rem] px-4 pt-1 pb-10 md:px-6"
    >
      <TabList aria-label={title}>
        {offered.map((view) => (
          <Tab key={view} value={view}>
            {viewNames[view]}
          </Tab>
        ))}
      </TabList>
      <TabPanel value={shown} tabIndex={-1} className="flex flex-col gap-3">
        {shown === 'checklists' ? (
          <Suspense fallback={<Skeleton className="h-96" />}>
            <Checklists />
          </Suspense>
        ) : (
          <Board key={shown} scope={shown} />
        )}
      </TabPanel>
    </Tabs>
  );
}
