import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../../platform/web/api/call.ts';
import { useDialogForm } from '../../../../platform/web/forms/useDialogForm.ts';
import { FormDialog } from '../../../../platform/web/ui/FormDialog.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { type KioskDevice, nameMaxLength, renameKiosk } from '../../contract/devices.ts';
import { kiosksKey } from '../state/useKiosks.ts';

export default function RenameDialog(props: { device: KioskDevice; onClose: () => void }) {
  // As it was when opened, so that later changes by others are not overwritten.
  const [{ id, name, version }] = useState(props.device);
  const client = useQueryClient();
  const form = useDialogForm({ name });
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call(renameKiosk, { params: { id }, body: { version, name: form.values.name } }),
    onSuccess: props.onClose,
    onError: form.refuse,
    onSettled: () => client.invalidateQueries({ queryKey: kiosksKey }),
  });
  return (
    <FormDialog
      title={`Rename ${name}`}
      description="Punches keep the name they were made under."
      verb="Rename"
      size="sm"
      pending={isPending}
      isDirty={form.isDirty}
      refusal={form.refusal}
      onClose={props.onClose}
      onSubmit={() => {
        if (form.check({ name: form.values.name.trim() === '' && 'Enter a name' })) mutate();
      }}
    >
      <TextField
        label="Name"
        required
        autoComplete="off"
        maxLength={nameMaxLength}
        value={form.values.name}
        error={form.errors.name}
        onChange={(event) => form.set('name', event.target.value)}
      />
    </FormDialog>
  );
}
