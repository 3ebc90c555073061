import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { storeNames } from '../../../../../platform/contract/names.ts';
import { queryOptionsFor } from '../../../../../platform/web/api/queryClient.ts';
import { Badge } from '../../../../../platform/web/ui/Badge.tsx';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { Skeleton } from '../../../../../platform/web/ui/Skeleton.tsx';
import type { CustomerRecord } from '../../../contract/records.ts';
import { type CustomerVehicle, listGarage } from '../../../contract/timeline.ts';
import { Section } from '../../parts/Section.tsx';
import { dateOf } from '../../state/labels.ts';
import { VehicleDialog } from './VehicleDialog.tsx';

interface Props {
  record: CustomerRecord;
}

/** Current and former vehicles. */
export function Garage({ record }: Props) {
  const [editing, setEditing] = useState<CustomerVehicle | 'new' | null>(null);
  const { data } = useQuery({
    ...queryOptionsFor(listGarage, { params: { customerId: record.id } }),
    refetchOnMount: 'always',
  });
  return (
    <Section
      title="Garage"
      action={
        record.may.edit && (
          <Button size="sm" variant="ghost" onClick={() => setEditing('new')}>
            Add vehicle
          </Button>
        )
      }
    >
      {!data && <Skeleton className="h-10" />}
      {data?.length === 0 && <p className="text-sm text-muted">No vehicles yet.</p>}
      <ul className="flex flex-col gap-3">
        {data?.map((vehicle) => (
          <li key={vehicle.id} className="flex items-start justify-between gap-3">
            <VehicleSummary vehicle={vehicle} />
            {record.may.edit && (
              <Button
                size="sm"
                variant="ghost"
                className="-mr-2.5"
                aria-label={`Edit ${vehicle.description}`}
                onClick={() => setEditing(vehicle)}
              >
                Edit
              </Button>
            )}
          </li>
        ))}
      </ul>
      {editing && (
        <VehicleDialog
          key={editing === 'new' ? 'new' : editing.id}
          customerId={record.id}
          {...(editing !== 'new' && { vehicle: editing })}
          close={() => setEditing(null)}
        />
      )}
    </Section>
  );
}

function VehicleSummary({ vehicle }: { vehicle: CustomerVehicle }) {
  const facts = [
    vehicle.plate && `${vehicle.plate} ${vehicle.plateState}`.trim(),
    vehicle.mileage !== null &&
      `${vehicle.mileage.toLocaleString('en-US')} mi${vehicle.mileageAt ? ` on ${dateOf(vehicle.mileageAt)}` : ''}`,
    vehicle.soldByStore && `sold by ${storeNames[vehicle.soldByStore]}`,
  ];
  return (
    <span className="min-w-0 text-sm">
      <span className="flex flex-wrap items-center gap-2 text-base">
        {vehicle.description}
        {!vehicle.stillOwns && <Badge>No longer owns it</Badge>}
      </span>
      {vehicle.vin && <span className="block font-mono text-xs text-muted">{vehicle.vin}</span>}
      <span className="block text-xs text-muted">{facts.filter(Boolean).join(' · ')}</span>
    </span>
  );
}
