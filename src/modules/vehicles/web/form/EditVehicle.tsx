import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor, queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { changeVehicle, countVehicles, getVehicle, type VehiclePage } from '../../contract.ts';
import { refreshVehicles } from '../useVehicleFrames.ts';
import { useVehicleForm } from './useVehicleForm.ts';
import { VehicleFields } from './VehicleFields.tsx';
import { VehicleSheet } from './VehicleSheet.tsx';
import { VinField } from './VinField.tsx';
import { changesOf, valuesOf } from './values.ts';

interface Props {
  /** The vehicle on the page; may be refetched while the form is open. */
  car: VehiclePage;
  onClose: () => void;
}

export default function EditVehicle({ car, onClose }: Props) {
  const client = useQueryClient();
  const form = useVehicleForm(() => valuesOf(car));
  const [version, setVersion] = useState(car.version);
  const { data: counts } = useQuery(queryOptionsFor(countVehicles, { query: {} }));
  const { seeMoney } = car.may;
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: () => {
      const body = { version, ...changesOf(form.values, form.base, seeMoney) };
      return call(changeVehicle, { params: { vehicleId: car.id }, body });
    },
    onSuccess: (saved) => {
      client.setQueryData(queryKeyFor(getVehicle, { params: { vehicleId: car.id } }), saved);
      void refreshVehicles(client);
      onClose();
    },
    onError: (error) => {
      const isConflict = error instanceof ApiError && error.status === 409 && !error.fields;
      if (isConflict) void refreshVehicles(client);
      else form.refuse(error);
    },
  });
  const isNewer = car.version > version && !isPending && !isSuccess;
  return (
    <VehicleSheet
      title={`Edit ${car.stockNumber}`}
      verb="Save changes"
      form={form}
      pending={isPending}
      onSubmit={mutate}
      onClose={onClose}
    >
      {isNewer && (
        <Notice
          tone="warning"
          live
          title="Someone else changed this vehicle"
          action={
            <Button size="sm" onClick={() => setVersion(car.version)}>
              Use latest version
            </Button>
          }
        >
          Your changes weren’t saved yet. Only the fields you changed will be saved over theirs.
        </Notice>
      )}
      <VinField form={form} onChange={(vin) => form.set('vin', vin)} />
      <VehicleFields form={form} stores={counts?.stores ?? [car.store]} seesMoney={seeMoney} />
    </VehicleSheet>
  );
}
