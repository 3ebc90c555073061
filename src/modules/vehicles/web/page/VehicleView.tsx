import { ArrowLeftRight, CalendarCheck, Car, HandCoins, LogOut, Pencil } from 'lucide-react';
import { type ComponentType, Suspense, useState } from 'react';
import { Link } from 'wouter';
import { storeNames } from '../../../../platform/contract/names.ts';
import { dollarsOf } from '../../../../platform/web/format/amounts.ts';
import { RecordHeader } from '../../../../platform/web/records/RecordHeader.tsx';
import { RecordView, useRecord } from '../../../../platform/web/records/RecordView.tsx';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { lazyPart } from '../../../../platform/web/ui/lazy/lazyPart.tsx';
import { StoreMark } from '../../../../platform/web/ui/StoreMark.tsx';
import { outingNames } from '../../contract/outings.ts';
import { stageNames } from '../../contract/recon/stages.ts';
import { titleOf } from '../../contract/vehicle.ts';
import { getVehicle, type VehiclePage } from '../../contract.ts';
import { PrintLabel } from '../label/PrintLabel.tsx';
import { DaysInStock } from '../parts/AgingBadge.tsx';
import { StandingBadges } from '../parts/StatusBadge.tsx';
import type { CustomerPicker } from '../sales/DepositDialog.tsx';
import { DepositLine } from '../sales/DepositLine.tsx';
import { durationLabel, momentOf } from '../state/labels.ts';
import { Facts } from './Facts.tsx';
import { Floorplan } from './Floorplan.tsx';
import { History } from './History.tsx';
import { Photos } from './Photos.tsx';
import { Prices } from './Prices.tsx';
import { StatusActions } from './StatusActions.tsx';
import { Stays } from './Stays.tsx';

const EditVehicle = lazyPart(() => import('../form/EditVehicle.tsx'), { place: 'dialog' });
const SendDialog = lazyPart(() => import('../transfers/SendDialog.tsx'), { place: 'dialog' });
const DepositDialog = lazyPart(() => import('../sales/DepositDialog.tsx'), { place: 'dialog' });
const DeliveryDialog = lazyPart(() => import('../sales/DeliveryDialog.tsx'), { place: 'dialog' });
const CheckOutDialog = lazyPart(() => import('../out/CheckOutDialog.tsx'), { place: 'dialog' });

/** The documents of a stock vehicle, which belong to a module above. */
export type VehicleDocuments = ComponentType<{
  vehicle: Pick<VehiclePage, 'id' | 'stockNumber' | 'store'>;
}>;

interface Props {
  vehicleId: number;
  /** For those who may see customers. */
  Customer: CustomerPicker | undefined;
  Documents: VehicleDocuments | undefined;
}

export default function VehicleView({ vehicleId, Customer, Documents }: Props) {
  const record = useRecord(getVehicle, { params: { vehicleId } });
  return (
    <RecordView
      record={record}
      icon={Car}
      title="Vehicle"
      titleOf={titleOf}
      subtitleOf={({ stockNumber }) => `Stock ${stockNumber}`}
      list={{ href: '/fleet', label: 'All vehicles' }}
      missing={{
        title: 'Vehicle not found',
        description: 'It doesn’t exist, or you don’t have access to its store.',
      }}
    >
      {(car) => <LoadedVehicle car={car} Customer={Customer} Documents={Documents} />}
    </RecordView>
  );
}

interface LoadedProps extends Pick<Props, 'Customer'> {
  car: VehiclePage;
}

function LoadedVehicle({ car, Customer, Documents }: LoadedProps & Pick<Props, 'Documents'>) {
  return (
    <div className="flex flex-col gap-6">
      <Head car={car} Customer={Customer} />
      <div className="grid gap-x-10 gap-y-8 @4xl:grid-cols-[minmax(0,1fr)_minmax(0,22rem)]">
        <div className="flex min-w-0 flex-col gap-8">
          <Photos car={car} />
          <Facts car={car} />
          <Floorplan car={car} />
          <Prices car={car} />
          <Stays car={car} />
          {Documents && <Documents vehicle={car} />}
        </div>
        <History car={car} />
      </div>
    </div>
  );
}

function Head({ car, Customer }: LoadedProps) {
  const [open, setOpen] = useState<'edit' | 'out' | 'send' | 'deposit' | 'delivery'>();
  const close = () => setOpen(undefined);
  return (
    <>
      <RecordHeader
        number={car.stockNumber}
        amount={car.listCents === null ? 'No price yet' : dollarsOf(car.listCents)}
        actions={
          <>
            <PrintLabel car={car} />
            {car.may.checkOut && (
              <Button onClick={() => setOpen('out')}>
                <LogOut aria-hidden="true" />
                Check out
              </Button>
            )}
            {car.may.takeDeposit && (
              <Button onClick={() => setOpen('deposit')}>
                <HandCoins aria-hidden="true" />
                Take deposit
              </Button>
            )}
            {car.may.edit && car.status === 'sold' && (
              <Button onClick={() => setOpen('delivery')}>
                <CalendarCheck aria-hidden="true" />
                Delivery date
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
          </>
        }
      >
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-text">
          <StandingBadges car={car} />
          <DaysInStock car={car} />
          <StoreMark store={car.store} />
          {car.recon && <Badge tone="warning">{`Recon: ${stageNames[car.recon.stage]}`}</Badge>}
        </div>
        {car.deposit && (
          <DepositLine
            deposit={car.deposit}
            mayEnd={car.may.edit}
            linksCustomer={Customer !== undefined}
          />
        )}
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
      </RecordHeader>
      <Suspense>
        {open === 'edit' && <EditVehicle car={car} onClose={close} />}
        {open === 'deposit' && <DepositDialog car={car} Customer={Customer} onClose={close} />}
        {open === 'delivery' && <DeliveryDialog car={car} onClose={close} />}
        {open === 'send' && <SendDialog car={car} onClose={close} />}
        {open === 'out' && <CheckOutDialog car={car} onClose={close} />}
      </Suspense>
    </>
  );
}

function Overdue({ dueAt }: { dueAt: string }) {
  const overdueMs = Date.now() - Date.parse(dueAt);
  return overdueMs > 0 && <Badge tone="danger">{`Overdue ${durationLabel(overdueMs)}`}</Badge>;
}
