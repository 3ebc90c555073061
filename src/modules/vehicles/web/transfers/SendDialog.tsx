import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { v7 as uuid } from 'uuid';
import type { Store } from '../../../../platform/contract/access.ts';
import { storeNames } from '../../../../platform/contract/names.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { useDialogForm } from '../../../../platform/web/forms/useDialogForm.ts';
import { FormDialog } from '../../../../platform/web/ui/FormDialog.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { sendVehicle } from '../../contract/lot/transfers.ts';
import { titleOf } from '../../contract/vehicle.ts';
import type { VehiclePage } from '../../contract.ts';
import { refreshVehicles } from '../state/useVehicles.ts';

export default function SendDialog({ car, onClose }: { car: VehiclePage; onClose: () => void }) {
  const client = useQueryClient();
  const [clientId] = useState(() => uuid());
  const [first] = car.may.sendTo;
  const form = useDialogForm<{ to: Store | undefined; note: string }>({ to: first, note: '' });
  const { to, note } = form.values;
  const { mutate, isPending } = useMutation({
    mutationFn: (store: Store) =>
      call(sendVehicle, {
        params: { vehicleId: car.id },
        body: { clientId, version: car.version, to: store, note: note.trim() },
      }),
    onSuccess: ({ toStore }) => {
      toast({ title: `Transfer of ${car.stockNumber} to ${storeNames[toStore]} started` });
      onClose();
    },
    onError: form.refuse,
    onSettled: () => refreshVehicles(client),
  });
  return (
    <FormDialog
      size="sm"
      title={`Transfer ${car.stockNumber} to another store`}
      description={`${titleOf(car)}. It stays in your stock until the other store receives it.`}
      verb="Start transfer"
      pending={isPending}
      refusal={form.refusal}
      onClose={onClose}
      onSubmit={() => to && mutate(to)}
    >
      <SelectField
        label="To"
        options={car.may.sendTo.map((value) => ({ value, label: storeNames[value] }))}
        value={to ?? ''}
        error={form.errors.to}
        onChange={(event) =>
          form.set(
            'to',
            car.may.sendTo.find((one) => one === event.target.value),
          )
        }
      />
      <TextField
        label="Note"
        maxLength={200}
        autoComplete="off"
        value={note}
        error={form.errors.note}
        onChange={(event) => form.set('note', event.target.value)}
      />
    </FormDialog>
  );
}
