import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, ArrowLeftRight, Car, LogOut, Pencil } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Link } from 'wouter';
import { storeNames } from '../../../../platform/contract/names.ts';
import { isMissing } from '../../../../platform/web/api/isMissing.ts';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { dollarsOf } from '../../../../platform/web/format/amounts.ts';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';
import { Button, buttonClasses } from '../../../../platform/web/ui/Button.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { PageHeader } from '../../../../platform/web/ui/frame/PageHeader.tsx';
import { lazyPart } from '../../../../platform/web/ui/lazy/lazyPart.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { StoreMark } from '../../../../platform/web/ui/StoreMark.tsx';
import { outingNames } from '../../contract/outings.ts';
import { stageNames } from '../../contract/recon/stages.ts';
import { titleOf } from '../../contract/vehicle.ts';
import { getVehicle, type VehiclePage } from '../../contract.ts';
import { PrintLabel } from '../label/PrintLabel.tsx';
import { AgingBadge } from '../parts/AgingBadge.tsx';
import { StatusBadge } from '../parts/StatusBadge.tsx';
import { durationLabel, momentOf } from '../state/labels.ts';
import { Facts } from './Facts.tsx';
import { History } from './History.tsx';
import { Photos } from './Photos.tsx';
import { StatusActions } from './StatusActions.tsx';

const EditVehicle = lazyPart(() => import('../form/EditVehicle.tsx'), { place: 'dialog' });
const SendDialog = lazyPart(() => import('../transfers/SendDialog.tsx'), { place: 'dialog' });
const CheckOutDialog = lazyPart(() => import('../out/CheckOutDialog.tsx'), { place: 'dialog' });

export default function VehicleView({ vehicleId }: { vehicleId: number }) {
  const {
    data: loaded,
    error,
    refetch,
  } = useQuery({
    ...queryOptionsFor(getVehicle, { params: { vehicleId } }),
    refetchOnMount: 'always',
  });
  // It moved to another store: don’t show cached data anymore.
  const isGone = isMissing(error);
  const data = isGone ? undefined : loaded;
  const title = data ? titleOf(data) : 'Vehicle';
  return (
    <>
      <PageHeader title={title} subtitle={data && `Stock ${data.stockNumber}`} />
      <div className="@container mx-auto max-w-[80rem] px-4 pt-2 pb-10 md:px-6">
        <Link
          href="/fleet"
          className="mb-3 inline-flex items-center gap-1.5 text-sm text-muted hover:text-text hover:no-underline"
        >
          <ArrowLeft aria-hidden="true" className="size-3.5" />
          All vehicles
        </Link>
        {data ? (
          <LoadedVehicle car={data} />
        ) : isGone ? (
          <NotFound />
        ) : error ? (
          <NotLoaded what="This vehicle" icon={Car} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="h-96" />
        )}
      </div>
    </>
  );
}

function LoadedVehicle({ car }: { car: VehiclePage }) {
  return (
    <div className="flex flex-col gap-6">
      <Head car={car} />
      <div className="grid gap-x-10 gap-y-8 @4xl:grid-cols-[minmax(0,1fr)_minmax(0,22rem)]">
        <div className="flex min-w-0 flex-col gap-8">
          <Photos car={car} />
          <Facts car={car} />
        </div>
        <History car={car} />
      </div>
    </div>
  );
}

function Head({ car }: { car: VehiclePage }) {
  const [open, setOpen] = useState<'edit' | 'out' | 'send'>();
  const close = () => setOpen(undefined);
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="flex min-w-0 flex-col gap-2">
        <h2 className="flex flex-wrap items-baseline gap-x-4 text-xl font-semibold text-text">
          <span className="font-mono">{car.stockNumber}</span>
          <span className="tabular-nums">
            {car.listCents === null ? 'No price yet' : dollarsOf(car.listCents)}
          </span>
        </h2>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-text">
          <StatusBadge status={car.status} />
          <AgingBadge days={car.daysInStock} />
          <StoreMark store={car.store} />
          {car.recon && <Badge tone="warning">{`Recon: ${stageNames[car.recon.stage]}`}</Badge>}
        </div>
        {car.movingTo && (
          <p className="text-sm text-text">
            {`In transfer to ${storeNames[car.movingTo]} until it’s received. `}
            <Link href="/fleet?view=transfers" className="underline">
              Transfers
            </Link>
          </p>
        )}
        {car.outing && car.out && (
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-text">
            {`${outingNames[car.out.kind]}: checked out to ${car.outing.holderName}, due ${momentOf(car.outing.dueAt)}.`}
            <Overdue dueAt={car.outing.dueAt} />
            <Link href="/fleet?view=out" className="underline">
              Out now
            </Link>
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <PrintLabel car={car} />
        {car.may.checkOut && (
          <Button onClick={() => setOpen('out')}>
            <LogOut aria-hidden="true" />
            Check out
          </Button>
        )}
        {car.may.sendTo.length > 0 && (
          <Button onClick={() => setOpen('send')}>
            <ArrowLeftRight aria-hidden="true" />
            Transfer
          </Button>
        )}
        {car.may.edit && (
          <Button onClick={() => setOpen('edit')}>
            <Pencil aria-hidden="true" />
            Edit
          </Button>
        )}
        <StatusActions car={car} />
      </div>
      <Suspense>
        {open === 'edit' && <EditVehicle car={car} onClose={close} />}
        {open === 'send' && <SendDialog car={car} onClose={close} />}
        {open === 'out' && <CheckOutDialog car={car} onClose={close} />}
      </Suspense>
    </header>
  );
}

function Overdue({ dueAt }: { dueAt: string }) {
  const overdueMs = Date.now() - Date.parse(dueAt);
  return overdueMs > 0 && <Badge tone="danger">{`Overdue ${durationLabel(overdueMs)}`}</Badge>;
}

function NotFound() {
  return (
    <EmptyState
      icon={Car}
      title="Vehicle not found"
      description="It doesn’t exist, or you don’t have access to its store."
      action={
        <Link href="/fleet" className={buttonClasses()}>
          All vehicles
        </Link>
      }
    />
  );
}
