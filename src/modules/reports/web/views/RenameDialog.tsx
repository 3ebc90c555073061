import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import type { View } from '../../contract/views.ts';
import { updateView, useRefreshViews } from '../state/useViews.ts';

export default function RenameDialog({ view, onClose }: { view: View; onClose: () => void }) {
  const formId = useId();
  const [name, setName] = useState(view.name);
  const refresh = useRefreshViews();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => updateView(view, { name: name.trim() }),
    onSuccess: async () => {
      await refresh();
      onClose();
    },
    onError: refresh,
  });
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '' && !isPending) mutate();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="sm"
      title={`Rename “${view.name}”`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} pending={isPending}>
            Rename
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={save} noValidate>
        <TextField
          label="Name"
          required
          maxLength={60}
          autoComplete="off"
          value={name}
          error={name.trim() === '' ? 'Enter a name.' : error ? sentenceOf(error) : undefined}
          onChange={({ target }) => setName(target.value)}
        />
      </form>
    </Dialog>
  );
}
