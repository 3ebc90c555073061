import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Store } from '../../../../platform/contract/access.ts';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { FindField, useFinding, useFound } from '../../../../platform/web/ui/FindField.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { listOutings } from '../../contract/outings.ts';
import { titleOf, type Vehicle } from '../../contract/vehicle.ts';
import { getVehicle, listVehicles } from '../../contract.ts';
import { CheckInDialog } from './CheckInDialog.tsx';
import CheckOutDialog, { type CustomerDrive } from './CheckOutDialog.tsx';

interface Props extends CustomerDrive {
  store: Store;
  onClose: () => void;
}

const atMost = 8;

/** A test drive of a customer: first the vehicle, then plate, license and miles. */
export function TestDriveDialog({ store, customer, save, onClose }: Props) {
  const finding = useFinding();
  const [chosen, setChosen] = useState<number | null>(null);
  const {
    data: car,
    error,
    refetch,
  } = useQuery({
    ...queryOptionsFor(getVehicle, { params: { vehicleId: chosen ?? 0 } }),
    enabled: chosen !== null,
    refetchOnMount: 'always',
  });
  const found = useFound(
    finding.search,
    queryOptionsFor(listVehicles, { query: { store, q: finding.search, limit: atMost } }),
    ({ vehicles }) => vehicles,
  );
  if (car && car.id === chosen && car.may.checkOut) {
    return <CheckOutDialog car={car} drive={{ customer, save }} onClose={onClose} />;
  }
  return (
    <Dialog
      open
      onOpenChange={(next) => next || onClose()}
      title="Test drive"
      description={`With ${customer}.`}
      footer={<Button onClick={onClose}>Cancel</Button>}
    >
      <div className="flex flex-col gap-4">
        {error && !car && (
          <NotLoaded isInline what="this vehicle" error={error} onRetry={refetch} />
        )}
        {car && car.id === chosen && (
          <Notice tone="warning" live>
            {`${car.stockNumber} can’t be checked out now: ${
              car.outing ? `${car.outing.holderName} has it` : 'it’s not on the lot'
            }.`}
          </Notice>
        )}
        <FindField
          label="Vehicle"
          listLabel="Vehicles"
          required
          placeholder="Stock number, VIN or description"
          noneHint={() => 'No vehicle in stock matches.'}
          finding={finding}
          found={found}
          onChoose={({ id }: Vehicle) => setChosen(id)}
        >
          {(one) => (
            <>
              <span className="min-w-0 flex-1 truncate">{titleOf(one)}</span>
              <span className="shrink-0 font-mono text-sm text-muted">{one.stockNumber}</span>
            </>
          )}
        </FindField>
      </div>
    </Dialog>
  );
}

interface CheckInProps {
  outingId: number;
  vehicleId: number;
  stockNumber: string;
  onClose: () => void;
}

/** Checks in the vehicle of a check-out that another page shows. */
export function CheckInById({ outingId, vehicleId, stockNumber, onClose }: CheckInProps) {
  const { data, error, refetch } = useQuery({
    ...queryOptionsFor(listOutings, { query: { vehicleId } }),
    refetchOnMount: 'always',
  });
  const outing = data?.outings.find(({ id }) => id === outingId);
  if (outing) return <CheckInDialog outing={outing} onClose={onClose} />;
  return (
    <Dialog open onOpenChange={onClose} size="sm" title={`Check in ${stockNumber}`}>
      {data ? (
        <p className="text-text">This vehicle is already checked in.</p>
      ) : error ? (
        <NotLoaded what="this check-out" error={error} onRetry={refetch} />
      ) : (
        <Skeleton className="h-40" />
      )}
    </Dialog>
  );
}
