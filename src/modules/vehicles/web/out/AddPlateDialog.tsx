import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import type { Store } from '../../../../platform/contract/access.ts';
import { storeNames } from '../../../../platform/contract/names.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { useDialogForm } from '../../../../platform/web/forms/useDialogForm.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { addPlate } from '../../contract/outings.ts';
import { refreshVehicles } from '../state/useVehicles.ts';

interface Props {
  stores: readonly Store[];
  onClose: () => void;
}

export function AddPlateDialog({ stores, onClose }: Props) {
  const formId = useId();
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
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title="Add dealer plate"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" pending={isPending}>
            Add plate
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          const missing = !form.values.number.trim() && 'Enter the plate number';
          if (form.check({ number: missing }) && !isPending) mutate();
        }}
      >
        {form.refusal && (
          <Notice tone="danger" live>
            {form.refusal}
          </Notice>
        )}
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
      </form>
    </Dialog>
  );
}
