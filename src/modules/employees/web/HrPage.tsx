import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { queryOptionsFor } from '../../../platform/web/api/queryClient.ts';
import { RecordsPage, type RecordsPageProps } from '../../../platform/web/records/RecordsPage.tsx';
import { useView } from '../../../platform/web/router/useView.ts';
import { CountBadge } from '../../../platform/web/ui/CountBadge.tsx';
import { lazyPart } from '../../../platform/web/ui/lazy/lazyPart.tsx';
import { Skeleton } from '../../../platform/web/ui/Skeleton.tsx';
import { Tab, TabList, TabPanel, Tabs } from '../../../platform/web/ui/Tabs.tsx';
import type { CurrentUser } from '../../access/contract.ts';
import { hrReadAccess } from '../contract/fields.ts';
import { countProposals } from '../contract.ts';
import { HrList } from './hr/HrList.tsx';
import { live, useChoices } from './state/useEmployees.ts';

const ProposalsView = lazyPart(() => import('./hr/ProposalsView.tsx'), {
  place: 'panel',
  className: 'min-h-96',
});
const EquipmentView = lazyPart(() => import('./hr/EquipmentView.tsx'), {
  place: 'panel',
  className: 'min-h-96',
});
const AccessView = lazyPart(() => import('./hr/AccessView.tsx'), {
  place: 'panel',
  className: 'min-h-96',
});

/** HR’s work: employees, changes to approve, equipment that is out, and who may open the private part. */
export default function HrPage(props: RecordsPageProps & { user: CurrentUser }) {
  return (
    <RecordsPage {...props} access={hrReadAccess} many="employees" live={live}>
      <Views title={props.title} />
    </RecordsPage>
  );
}

const views = ['employees', 'changes', 'equipment', 'access'] as const;
type View = (typeof views)[number];
const viewNames: Record<View, string> = {
  employees: 'Employees',
  changes: 'Changes to approve',
  equipment: 'Equipment out',
  access: 'Private access',
};
const isForWriters = (view: View) => view === 'changes' || view === 'access';

function Views({ title }: { title: string }) {
  const { isKnown, hr } = useChoices();
  const offered = views.filter((view) => hr?.mayWrite || !isForWriters(view));
  const [shown, show] = useView(offered, 'employees');
  if (!isKnown || !hr) return <Skeleton className="m-4 h-96 md:m-6" />;
  return (
    <Tabs value={shown} onValueChange={show} className="@container px-4 pt-1 pb-10 md:px-6">
      <TabList aria-label={title}>
        {offered.map((view) => (
          <Tab key={view} value={view}>
            {viewNames[view]}
            {view === 'changes' && <ProposalCount />}
          </Tab>
        ))}
      </TabList>
      <TabPanel value={shown} tabIndex={-1} className="flex flex-col gap-3">
        <Suspense fallback={<Skeleton className="h-96" />}>
          {shown === 'employees' && <HrList hr={hr} />}
          {shown === 'changes' && <ProposalsView />}
          {shown === 'equipment' && <EquipmentView hr={hr} />}
          {shown === 'access' && <AccessView />}
        </Suspense>
      </TabPanel>
    </Tabs>
  );
}

function ProposalCount() {
  const { data } = useQuery(queryOptionsFor(countProposals));
  return <CountBadge count={data?.count ?? 0} label="waiting" />;
}
