import { Suspense } from 'react';
import { permits } from '../../../platform/contract/access.ts';
import {
  RecordsPage,
  type RecordsPageProps,
  useRecordId,
} from '../../../platform/web/records/RecordsPage.tsx';
import { useAddress } from '../../../platform/web/router/address.ts';
import { lazyPart } from '../../../platform/web/ui/lazy/lazyPart.tsx';
import { Skeleton } from '../../../platform/web/ui/Skeleton.tsx';
import { Tab, TabList, TabPanel, Tabs } from '../../../platform/web/ui/Tabs.tsx';
import type { CurrentUser } from '../../access/contract.ts';
import { readAccess } from '../contract/vehicle.ts';
import { vehicleChanged } from '../contract.ts';
import { StockList } from './list/StockList.tsx';
import type { VehicleDocuments } from './page/VehicleView.tsx';
import type { CustomerPicker } from './sales/DepositDialog.tsx';
import { queries } from './state/useVehicles.ts';
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
const TransitView = lazyPart(() => import('./transit/TransitView.tsx'), {
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

const live = { queries, events: [vehicleChanged] };

interface Props extends RecordsPageProps {
  user: CurrentUser;
  /** Barcode reader for lot walks, where available. */
  Camera?: CodeReader;
  /** For those who may see customers. */
  Customer?: CustomerPicker | undefined;
  Documents?: VehicleDocuments;
}

/** Stock, reconditioning and other tabs; `?vehicle=` opens one vehicle, `?add=` the form of a new one. */
export default function FleetPage({ Camera, Customer, Documents, ...props }: Props) {
  const { query, setQuery } = useAddress();
  const adding = query.get('add');
  return (
    <>
      <RecordsPage
        {...props}
        access={readAccess}
        many="vehicles"
        live={live}
        record={{
          param: 'vehicle',
          show: (vehicleId) => (
            <VehicleView
              key={vehicleId}
              vehicleId={vehicleId}
              Customer={Customer}
              Documents={Documents}
            />
          ),
        }}
      >
        <FleetTabs title={props.title} Camera={Camera} />
      </RecordsPage>
      <Suspense>
        {adding && permits(readAccess, props.user) && (
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

const views = ['stock', 'transit', 'recon', 'out', 'transfers', 'walks'] as const;

interface FleetTabsProps {
  title: string;
  Camera: CodeReader | undefined;
}

function FleetTabs({ title, Camera }: FleetTabsProps) {
  const { query, setQuery } = useAddress();
  const walkId = useRecordId('walk');
  const view = views.find((one) => one === query.get('view')) ?? 'stock';
  return (
    <Tabs
      value={view}
      onValueChange={(next) =>
        setQuery({ view: next === 'stock' ? null : next, walk: null }, { push: true })
      }
      className="px-4 pt-1 pb-10 md:px-6"
    >
      <TabList aria-label={title}>
        <Tab value="stock">Stock</Tab>
        <Tab value="transit">In transit</Tab>
        <Tab value="recon">Reconditioning</Tab>
        <Tab value="out">Out now</Tab>
        <Tab value="transfers">Transfers</Tab>
        <Tab value="walks">Lot walks</Tab>
      </TabList>
      <TabPanel value="stock" tabIndex={-1}>
        <StockList />
      </TabPanel>
      <TabPanel value="transit" tabIndex={-1}>
        <Suspense fallback={<Skeleton className="h-96" />}>
          <TransitView />
        </Suspense>
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
          {walkId === null ? (
            <WalksView />
          ) : (
            <WalkView key={walkId} walkId={walkId} Camera={Camera} />
          )}
        </Suspense>
      </TabPanel>
    </Tabs>
  );
}
