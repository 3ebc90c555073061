import { type ComponentType, Suspense } from 'react';
import { RecordsPage, type RecordsPageProps } from '../../../platform/web/records/RecordsPage.tsx';
import { useAddress } from '../../../platform/web/router/address.ts';
import { lazyPart } from '../../../platform/web/ui/lazy/lazyPart.tsx';
import { Skeleton } from '../../../platform/web/ui/Skeleton.tsx';
import { Tab, TabList, TabPanel, Tabs } from '../../../platform/web/ui/Tabs.tsx';
import type { CurrentUser } from '../../access/contract.ts';
import { read } from '../contract/fields.ts';
import { CustomerList } from './list/CustomerList.tsx';
import type { CustomerDocuments } from './record/CustomerView.tsx';

const CustomerView = lazyPart(() => import('./record/CustomerView.tsx'), { place: 'page' });
const TodayView = lazyPart(() => import('./today/TodayView.tsx'), {
  place: 'panel',
  className: 'min-h-96',
});
const DuplicatesView = lazyPart(() => import('./duplicates/DuplicatesView.tsx'), {
  place: 'panel',
  className: 'min-h-96',
});

type Props = RecordsPageProps & {
  user: CurrentUser;
  /** Today’s showroom visits, which belong to a module above. */
  Showroom: ComponentType;
  Documents?: CustomerDocuments;
};

const views = ['all', 'today', 'duplicates'] as const;
type View = (typeof views)[number];

/** List, today's work and duplicates; `?customer=` opens one. */
export default function CustomersPage(props: Props) {
  const { user, title, Showroom, Documents } = props;
  return (
    <RecordsPage
      {...props}
      access={read}
      many="customers"
      record={{
        param: 'customer',
        show: (customerId) => (
          <CustomerView
            key={customerId}
            user={user}
            customerId={customerId}
            Documents={Documents}
          />
        ),
      }}
    >
      <CustomerTabs title={title} Showroom={Showroom} />
    </RecordsPage>
  );
}

function CustomerTabs({ title, Showroom }: Pick<Props, 'title' | 'Showroom'>) {
  const { query, setQuery } = useAddress();
  const view: View = views.find((one) => one === query.get('view')) ?? 'all';
  const show = (next: string) => setQuery({ view: next === 'all' ? null : next }, { push: true });
  return (
    <Tabs value={view} onValueChange={show} className="px-4 pt-1 pb-10 md:px-6">
      <TabList aria-label={title}>
        <Tab value="all">Customers</Tab>
        <Tab value="today">Today</Tab>
        <Tab value="duplicates">Duplicates</Tab>
      </TabList>
      <TabPanel value="all" tabIndex={-1}>
        <CustomerList />
      </TabPanel>
      <TabPanel value="today" tabIndex={-1}>
        <Suspense fallback={<Skeleton className="h-96" />}>
          <TodayView Showroom={Showroom} />
        </Suspense>
      </TabPanel>
      <TabPanel value="duplicates" tabIndex={-1}>
        <Suspense fallback={<Skeleton className="h-96" />}>
          <DuplicatesView />
        </Suspense>
      </TabPanel>
    </Tabs>
  );
}
