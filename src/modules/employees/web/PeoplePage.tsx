import { Suspense } from 'react';
import { RecordsPage, type RecordsPageProps } from '../../../platform/web/records/RecordsPage.tsx';
import { useAddress } from '../../../platform/web/router/address.ts';
import { lazyPart } from '../../../platform/web/ui/lazy/lazyPart.tsx';
import { Skeleton } from '../../../platform/web/ui/Skeleton.tsx';
import { Tab, TabList, TabPanel, Tabs } from '../../../platform/web/ui/Tabs.tsx';
import type { CurrentUser } from '../../access/contract.ts';
import { Directory } from './directory/Directory.tsx';
import type { EmployeeExtension } from './state/extension.ts';
import { live } from './state/useEmployees.ts';

const EmployeeView = lazyPart(() => import('./employee/EmployeeView.tsx'), { place: 'page' });
const OrgChart = lazyPart(() => import('./chart/OrgChart.tsx'), {
  place: 'panel',
  className: 'min-h-96',
});

interface Props extends RecordsPageProps {
  user: CurrentUser;
  /** Opens a direct message. */
  onMessage: (userId: number) => void;
  /** What other modules show on an employee’s page. */
  extensions: readonly EmployeeExtension[];
}

/** The directory and the org chart; `?employee=` opens someone’s page. */
export default function PeoplePage({ onMessage, extensions, ...props }: Props) {
  const { user } = props;
  return (
    <RecordsPage
      {...props}
      access="signedIn"
      many="people"
      live={live}
      record={{
        param: 'employee',
        show: (employeeId) => (
          <EmployeeView
            key={employeeId}
            employeeId={employeeId}
            user={user}
            extensions={extensions}
            onMessage={onMessage}
          />
        ),
      }}
    >
      <Views title={props.title} ownId={user.id} onMessage={onMessage} />
    </RecordsPage>
  );
}

interface ViewsProps extends Pick<Props, 'onMessage'> {
  title: string;
  ownId: number;
}

function Views({ title, ownId, onMessage }: ViewsProps) {
  const { query, setQuery } = useAddress();
  const view = query.get('view') === 'chart' ? 'chart' : 'directory';
  const show = (next: string) =>
    // What both understand stays.
    setQuery(
      {
        view: next === 'chart' ? next : null,
        department: null,
        managerId: null,
        person: null,
      },
      { push: true },
    );
  return (
    <Tabs
      value={view}
      onValueChange={show}
      className="@container mx-auto max-w-[90rem] px-4 pt-1 pb-10 md:px-6"
    >
      <TabList aria-label={title}>
        <Tab value="directory">Directory</Tab>
        <Tab value="chart">Org chart</Tab>
      </TabList>
      <TabPanel value="directory" tabIndex={-1} className="flex flex-col gap-3">
        <Directory ownId={ownId} onMessage={onMessage} />
      </TabPanel>
      <TabPanel value="chart" tabIndex={-1} className="flex flex-col gap-3">
        <Suspense fallback={<Skeleton className="h-96" />}>
          <OrgChart />
        </Suspense>
      </TabPanel>
    </Tabs>
  );
}
