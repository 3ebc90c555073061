import { Suspense } from 'react';
import { permits } from '../../../platform/contract/access.ts';
import { useAddress } from '../../../platform/web/router/address.ts';
import { EmptyState } from '../../../platform/web/ui/EmptyState.tsx';
import { PageHeader } from '../../../platform/web/ui/frame/PageHeader.tsx';
import { lazyPart } from '../../../platform/web/ui/lazy/lazyPart.tsx';
import { Skeleton } from '../../../platform/web/ui/Skeleton.tsx';
import { Tab, TabList, TabPanel, Tabs } from '../../../platform/web/ui/Tabs.tsx';
import type { CurrentUser } from '../../access/contract.ts';
import { readAccess } from '../contract/vehicle.ts';
import { StockList } from './list/StockList.tsx';
import { useVehicleEvents } from './state/useVehicles.ts';
import type { CodeReader } from './walks/SightingForm.tsx';

const VehicleView = lazyPart(() => import('./page/VehicleView.tsx'), { place: 'page' });
const ReconBoard = lazyPart(() => import('./recon/ReconBoard.tsx'), {
  place: 'panel',
  className: 'min-h-96',
});
const OutView = lazyPart(() => import('./out/OutView.tsx'), {
  place: 'panel',
  className: 'min-h-96',
});
const TransfersView = lazyPart(() => import('./transfers/TransfersView.tsx'), {
  place: 'panel',
  className: 'min-h-96',
});
const WalksView = lazyPart(() => import('./walks/WalksView.tsx'), {
  place: 'panel',
  className: 'min-h-96',
});
const WalkView = lazyPart(() => import('./walks/WalkView.tsx'), {
  place: 'panel',
  className: 'min-h-96',
});
const AddVehicle = lazyPart(() => import('./form/AddVehicle.tsx'), { place: 'dialog' });

interface Props {
  title: string;
  subtitle?: string;
  user: CurrentUser;
  /** Barcode reader for lot walks, where available. */
  Camera?: CodeReader;
}

/** Stock, reconditioning and other tabs, or one vehicle, depending on the URL. */
export default function FleetPage({ title, subtitle, user, Camera }: Props) {
  const { query, setQuery } = useAddress();
  const vehicleId = Number(query.get('vehicle'));
  const adding = query.get('add');
  if (!permits(readAccess, user)) return <NoAccess title={title} subtitle={subtitle} />;
  return (
    <>
      <Live />
      {vehicleId > 0 ? (
        <Suspense fallback={<Loading title={title} />}>
          <VehicleView key={vehicleId} vehicleId={vehicleId} />
        </Suspense>
      ) : (
        <FleetTabs title={title} subtitle={subtitle} Camera={Camera} />
      )}
      <Suspense>
        {adding && (
          <AddVehicle
            key={adding}
            scanned={adding === 'new' ? '' : adding}
            onClose={() => setQuery({ add: null })}
          />
        )}
      </Suspense>
    </>
  );
}

function Live() {
  useVehicleEvents();
  return null;
}

interface FleetTabsProps {
  title: string;
  subtitle: string | undefined;
  Camera: CodeReader | undefined;
}

const views = ['stock', 'recon', 'out', 'transfers', 'walks'] as const;

function FleetTabs({ title, subtitle, Camera }: FleetTabsProps) {
  const { query, setQuery } = useAddress();
  const walkId = Number(query.get('walk'));
  const view = views.find((one) => one === query.get('view')) ?? 'stock';
  return (
    <>
      <PageHeader title={title} subtitle={subtitle} />
      <Tabs
        value={view}
        onValueChange={(next) =>
          setQuery({ view: next === 'stock' ? null : next, walk: null }, { push: true })
        }
        className="px-4 pt-1 pb-10 md:px-6"
      >
        <TabList aria-label={title}>
          <Tab value="stock">Stock</Tab>
          <Tab value="recon">Reconditioning</Tab>
          <Tab value="out">Out now</Tab>
          <Tab value="transfers">Transfers</Tab>
          <Tab value="walks">Lot walks</Tab>
        </TabList>
        <TabPanel value="stock" tabIndex={-1}>
          <StockList />
        </TabPanel>
        <TabPanel value="recon" tabIndex={-1}>
          <Suspense fallback={<Skeleton className="h-96" />}>
            <ReconBoard />
          </Suspense>
        </TabPanel>
        <TabPanel value="out" tabIndex={-1}>
          <Suspense fallback={<Skeleton className="h-96" />}>
            <OutView />
          </Suspense>
        </TabPanel>
        <TabPanel value="transfers" tabIndex={-1}>
          <Suspense fallback={<Skeleton className="h-96" />}>
            <TransfersView />
          </Suspense>
        </TabPanel>
        <TabPanel value="walks" tabIndex={-1}>
          <Suspense fallback={<Skeleton className="h-96" />}>
            {walkId > 0 ? <WalkView key={walkId} walkId={walkId} Camera={Camera} /> : <WalksView />}
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

function NoAccess({ title, subtitle }: { title: string; subtitle: string | undefined }) {
  return (
    <>
      <PageHeader title={title} subtitle={subtitle} />
      <EmptyState
        title="No access to vehicles"
        description="You don’t have permission to view this data. Ask an administrator."
      />
    </>
  );
}
