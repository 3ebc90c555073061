import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../platform/web/api/call.ts';
import { countOf, milesOf } from '../../../../platform/web/format/amounts.ts';
import { useDialogForm } from '../../../../platform/web/forms/useDialogForm.ts';
import { Checkbox } from '../../../../platform/web/ui/Checkbox.tsx';
import { FormDialog } from '../../../../platform/web/ui/FormDialog.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { checkIn, type Outing } from '../../contract/outings.ts';
import { refreshVehicles } from '../state/useVehicles.ts';
import { fuelOf, fuelOptions } from './fuel.ts';

export function CheckInDialog({ outing, onClose }: { outing: Outing; onClose: () => void }) {
  const client = useQueryClient();
  const form = useDialogForm({ milesIn: '', fuelIn: String(outing.fuelOut), dataWiped: false });
  const milesIn = countOf(form.values.milesIn);
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call(checkIn, {
        params: { outingId: outing.id },
        body: {
          milesIn: milesIn ?? 0,
          fuelIn: Number(form.values.fuelIn),
          dataWiped: form.values.dataWiped,
        },
      }),
    onSuccess: () => {
      toast({ title: `${outing.vehicle.stockNumber} checked in` });
      onClose();
    },
    onError: form.refuse,
    onSettled: () => refreshVehicles(client),
  });
  return (
    <FormDialog
      size="sm"
      title={`Check in ${outing.vehicle.stockNumber}`}
      description={`${outing.vehicle.title}, with ${outing.holder.name}. Checked out at ${milesOf(outing.milesOut)}, fuel ${fuelOf(outing.fuelOut).toLowerCase()}.`}
      verb="Check in"
      pending={isPending}
      refusal={form.refusal}
      onClose={onClose}
      onSubmit={() => {
        const problem = milesIn === undefined && 'Enter a number of miles';
        if (form.check({ milesIn: problem })) mutate();
      }}
    >
      <TextField
        label="Miles now"
        required
        inputMode="numeric"
        value={form.values.milesIn}
        error={form.errors.milesIn}
        onChange={(event) => form.set('milesIn', event.target.value)}
      />
      <SelectField
        label="Fuel now"
        options={fuelOptions}
        value={form.values.fuelIn}
        onChange={(event) => form.set('fuelIn', event.target.value)}
      />
      <Checkbox
        label="Driver’s phone and address data deleted from the vehicle"
        checked={form.values.dataWiped}
        onCheckedChange={(wiped) => form.set('dataWiped', wiped)}
      />
    </FormDialog>
  );
}
