import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { storeNames } from '../../../../../platform/contract/names.ts';
import { queryOptionsFor } from '../../../../../platform/web/api/queryClient.ts';
import { Badge } from '../../../../../platform/web/ui/Badge.tsx';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { Skeleton } from '../../../../../platform/web/ui/Skeleton.tsx';
import type { CustomerRecord } from '../../../contract/records.ts';
import { type CustomerVehicle, listGarage } from '../../../contract/timeline.ts';
import { dateOf } from '../../labels.ts';
import { Section } from '../Section.tsx';
import { VehicleDialog } from './VehicleDialog.tsx';

interface Props {
  record: CustomerRecord;
}

/** What they drive, and drove. */
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
            Add car
          </Button>
        )
      }
    >
      {!data && <Skeleton className="h-10" />}
      {data?.length === 0 && <p className="text-sm text-muted">No car yet.</p>}
      <ul className="flex flex-col gap-3">
        {data?.map((car) => (
          <li key={car.id} className="flex items-start justify-between gap-3">
            <Car car={car} />
            {record.may.edit && (
              <Button
                size="sm"
                variant="ghost"
                aria-label={`Edit ${car.description}`}
                onClick={() => setEditing(car)}
              >
                Edit
              </Button>
            )}
          </li>
        ))}
      </ul>
      {editing && (
        <VehicleDialog
          key={editing === 'new' ? 'new' : `${editing.id} ${editing.version}`}
          customerId={record.id}
          {...(editing !== 'new' && { car: editing })}
          close={() => setEditing(null)}
        />
      )}
    </Section>
  );
}

function Car({ car }: { car: CustomerVehicle }) {
  const facts = [
    car.plate && `${car.plate} ${car.plateState}`.trim(),
    car.mileage !== null &&
      `${car.mileage.toLocaleString('en-US')} mi${car.mileageAt ? ` on ${dateOf(car.mileageAt)}` : ''}`,
    car.soldByStore && `sold by ${storeNames[car.soldByStore]}`,
  ];
  return (
    <span className="min-w-0 text-sm">
      <span className="flex flex-wrap items-center gap-2 text-base">
        {car.description}
        {!car.stillOwns && <Badge>No longer owns it</Badge>}
      </span>
      {car.vin && <span className="block font-mono text-xs text-muted">{car.vin}</span>}
      <span className="block text-xs text-muted">{facts.filter(Boolean).join(' · ')}</span>
    </span>
  );
}
