import { Suspense } from 'react';
import { permits } from '../../../platform/contract/access.ts';
import { type Neighbor, PageHeader } from '../../../platform/web/frame/PageHeader.tsx';
import { lazyPart } from '../../../platform/web/lazy/lazyPart.tsx';
import { useAddress } from '../../../platform/web/router/address.ts';
import { EmptyState } from '../../../platform/web/ui/EmptyState.tsx';
import { Skeleton } from '../../../platform/web/ui/Skeleton.tsx';
import { Tab, TabList, TabPanel, Tabs } from '../../../platform/web/ui/Tabs.tsx';
import type { CurrentUser } from '../../access/contract.ts';
import { read } from '../contract/fields.ts';
import { CustomerList } from './list/CustomerList.tsx';

const CustomerView = lazyPart(() => import('./record/CustomerView.tsx'), { place: 'page' });
const TodayView = lazyPart(() => import('./today/TodayView.tsx'), {
  place: 'panel',
  className: 'min-h-96',
});
const DuplicatesView = lazyPart(() => import('./duplicates/DuplicatesView.tsx'), {
  place: 'panel',
  className: 'min-h-96',
});

interface Props {
  user: CurrentUser;
  title: string;
  subtitle?: string;
  neighbors?: readonly Neighbor[];
}

const views = ['all', 'today', 'duplicates'] as const;
type View = (typeof views)[number];

/** List, today's work and duplicates, or one record, depending on the URL. */
export default function CustomersPage({ user, title, subtitle, neighbors }: Props) {
  const { query } = useAddress();
  const customerId = Number(query.get('customer'));
  if (!permits(read, user)) {
    return (
      <>
        <PageHeader title={title} subtitle={subtitle} />
        <EmptyState
          title="No access to customers"
          description="You don’t have permission to view this data. Ask an administrator."
        />
      </>
    );
  }
  if (Number.isInteger(customerId) && customerId > 0) {
    return (
      <Suspense fallback={<Loading title={title} />}>
        <CustomerView key={customerId} user={user} customerId={customerId} />
      </Suspense>
    );
  }
  return (
    <CustomerTabs
      user={user}
      title={title}
      {...(subtitle && { subtitle })}
      {...(neighbors && { neighbors })}
    />
  );
}

function CustomerTabs({ user, title, subtitle, neighbors }: Props) {
  const { query, setQuery } = useAddress();
  const view: View = views.find((one) => one === query.get('view')) ?? 'all';
  const show = (next: string) => setQuery({ view: next === 'all' ? null : next }, { push: true });
  return (
    <>
      <PageHeader title={title} subtitle={subtitle} neighbors={neighbors} />
      <Tabs value={view} onValueChange={show} className="px-4 pt-1 pb-10 md:px-6">
        <TabList aria-label={title}>
          <Tab value="all">Customers</Tab>
          <Tab value="today">Today</Tab>
          <Tab value="duplicates">Duplicates</Tab>
        </TabList>
        <TabPanel value="all" tabIndex={-1}>
          <CustomerList user={user} />
        </TabPanel>
        <TabPanel value="today" tabIndex={-1}>
          <Suspense fallback={<Skeleton className="h-96" />}>
            <TodayView user={user} />
          </Suspense>
        </TabPanel>
        <TabPanel value="duplicates" tabIndex={-1}>
          <Suspense fallback={<Skeleton className="h-96" />}>
            <DuplicatesView />
          </Suspense>
        </TabPanel>
      </Tabs>
    </>
  );
}

function Loading({ title }: { title: string }) {
  return (
    <>
      <PageHeader title={title} />
      <div className="px-4 pt-4 md:px-6">
        <Skeleton className="h-96" />
      </div>
    </>
  );
}
