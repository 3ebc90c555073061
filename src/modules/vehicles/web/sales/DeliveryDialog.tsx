import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { useDialogForm } from '../../../../platform/web/forms/useDialogForm.ts';
import { FormDialog } from '../../../../platform/web/ui/FormDialog.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { titleOf } from '../../contract/vehicle.ts';
import { changeVehicle, getVehicle, type VehiclePage } from '../../contract.ts';
import { refreshVehicles } from '../state/useVehicles.ts';

/** The day the buyer is promised the vehicle; empty takes the promise back. */
export default function DeliveryDialog({
  car,
  onClose,
}: {
  car: VehiclePage;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const params = { vehicleId: car.id };
  // As it was when opened, so that a later change by others is not overwritten.
  const [version] = useState(car.version);
  const form = useDialogForm({ deliverOn: car.deliverOn ?? '' });
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call(changeVehicle, {
        params,
        body: { version, deliverOn: form.values.deliverOn || null },
      }),
    onSuccess: (saved) => {
      client.setQueryData(queryKeyFor(getVehicle, { params }), saved);
      onClose();
    },
    onError: form.refuse,
    onSettled: () => refreshVehicles(client),
  });
  return (
    <FormDialog
      size="sm"
      title={`Delivery of ${car.stockNumber}`}
      description={`${titleOf(car)}. The recon board and the transit list show this date and sort by it.`}
      verb="Save"
      pending={isPending}
      isDirty={form.isDirty}
      refusal={form.refusal}
      onClose={onClose}
      onSubmit={() => mutate()}
    >
      <TextField
        label="Promised for"
        type="date"
        value={form.values.deliverOn}
        error={form.errors.deliverOn}
        onChange={(event) => form.set('deliverOn', event.target.value)}
      />
    </FormDialog>
  );
}
