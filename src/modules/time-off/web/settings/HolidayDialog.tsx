import { useMutation } from '@tanstack/react-query';
import type { Store } from '../../../../platform/contract/access.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { useDialogForm } from '../../../../platform/web/forms/useDialogForm.ts';
import { FormDialog } from '../../../../platform/web/ui/FormDialog.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { addHoliday } from '../../contract/rules.ts';
import { useRefresh } from '../state/useTimeOff.ts';
import { firstStore, type Scope, ScopeFields } from './ScopeFields.tsx';

/** A day that is not counted as time off. */
export default function HolidayDialog({ onClose, ...scope }: Scope & { onClose: () => void }) {
  const form = useDialogForm({ day: '', name: '', store: firstStore(scope) });
  const { values, errors } = form;
  const refresh = useRefresh();
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call(addHoliday, {
        body: {
          ...values,
          name: values.name.trim(),
          store: (values.store || null) as Store | null,
        },
      }),
    onSuccess: onClose,
    onError: form.refuse,
    onSettled: refresh,
  });
  const submit = () => {
    const isFine = form.check({
      name: values.name.trim() === '' && 'Enter a name',
      day: values.day === '' && 'Choose a day',
    });
    if (isFine) mutate();
  };
  return (
    <FormDialog
      size="sm"
      title="Add holiday"
      verb="Add holiday"
      pending={isPending}
      isDirty={form.isDirty}
      refusal={form.refusal}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextField
        label="Name"
        required
        maxLength={60}
        value={values.name}
        error={errors.name}
        onChange={({ target }) => form.set('name', target.value)}
      />
      <TextField
        label="Day"
        type="date"
        required
        value={values.day}
        error={errors.day}
        onChange={({ target }) => form.set('day', target.value)}
      />
      <ScopeFields {...scope} store={values.store} onStore={(store) => form.set('store', store)} />
    </FormDialog>
  );
}
