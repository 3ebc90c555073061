import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Store } from '../../../../platform/contract/access.ts';
import { storeNames } from '../../../../platform/contract/names.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { useDialogForm } from '../../../../platform/web/forms/useDialogForm.ts';
import { FormDialog } from '../../../../platform/web/ui/FormDialog.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { addPlate } from '../../contract/outings.ts';
import { refreshVehicles } from '../state/useVehicles.ts';

interface Props {
  stores: readonly Store[];
  onClose: () => void;
}

export function AddPlateDialog({ stores, onClose }: Props) {
  const client = useQueryClient();
  const form = useDialogForm<{ number: string; store: string }>({
    number: '',
    store: stores[0] ?? '',
  });
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call(addPlate, {
        body: { store: form.values.store as Store, number: form.values.number.trim() },
      }),
    onSuccess: async () => {
      await refreshVehicles(client);
      onClose();
    },
    onError: form.refuse,
  });
  return (
    <FormDialog
      size="sm"
      title="Add dealer plate"
      verb="Add plate"
      pending={isPending}
      refusal={form.refusal}
      onClose={onClose}
      onSubmit={() => {
        const missing = !form.values.number.trim() && 'Enter the plate number';
        if (form.check({ number: missing })) mutate();
      }}
    >
      <TextField
        label="Plate number"
        required
        autoComplete="off"
        maxLength={10}
        inputClassName="font-mono uppercase"
        value={form.values.number}
        error={form.errors.number}
        onChange={(event) => form.set('number', event.target.value)}
      />
      <SelectField
        label="Store"
        options={stores.map((value) => ({ value, label: storeNames[value] }))}
        value={form.values.store}
        error={form.errors.store}
        onChange={(event) => form.set('store', event.target.value)}
      />
    </FormDialog>
  );
}
