import { useMutation } from '@tanstack/react-query';
import type { Department, Store } from '../../../../platform/contract/access.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { countOf } from '../../../../platform/web/format/amounts.ts';
import { useDialogForm } from '../../../../platform/web/forms/useDialogForm.ts';
import { today } from '../../../../platform/web/time/days.ts';
import { FormDialog } from '../../../../platform/web/ui/FormDialog.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { addBlackout } from '../../contract/rules.ts';
import { useRefresh } from '../state/useTimeOff.ts';
import { firstStore, type Scope, ScopeFields } from './ScopeFields.tsx';

/** Days on which no one should be away. */
export default function BlackoutDialog({ onClose, ...scope }: Scope & { onClose: () => void }) {
  const form = useDialogForm({
    name: '',
    when: 'month_end',
    startsOn: today(),
    endsOn: '',
    lastDays: '3',
    store: firstStore(scope),
    department: '',
    refuses: 'warn',
  });
  const { values, errors } = form;
  const isMonthEnd = values.when === 'month_end';
  const lastDays = countOf(values.lastDays);
  const refresh = useRefresh();
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call(addBlackout, {
        body: {
          name: values.name.trim(),
          startsOn: values.startsOn,
          endsOn: values.endsOn || null,
          lastDays: isMonthEnd ? (lastDays ?? null) : null,
          store: (values.store || null) as Store | null,
          department: (values.department || null) as Department | null,
          refuses: values.refuses === 'refuse',
        },
      }),
    onSuccess: onClose,
    onError: form.refuse,
    onSettled: refresh,
  });
  const submit = () => {
    const isFine = form.check({
      name: values.name.trim() === '' && 'Enter a name',
      startsOn: values.startsOn === '' && 'Choose a day',
      endsOn:
        (!isMonthEnd && values.endsOn === '' && 'Choose a day') ||
        (values.endsOn !== '' && values.endsOn < values.startsOn && 'Choose a later day'),
      lastDays: isMonthEnd && (!lastDays || lastDays > 15) && 'Enter a number of days from 1 to 15',
    });
    if (isFine) mutate();
  };
  return (
    <FormDialog
      title="Add blackout days"
      verb="Add blackout days"
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
        placeholder="Month-end"
        value={values.name}
        error={errors.name}
        onChange={({ target }) => form.set('name', target.value)}
      />
      <div className="grid grid-cols-2 gap-4">
        <SelectField
          label="Which days"
          options={[
            { value: 'month_end', label: 'End of each month' },
            { value: 'days', label: 'A range of days' },
          ]}
          value={values.when}
          onChange={({ target }) => form.set('when', target.value)}
        />
        {isMonthEnd && (
          <TextField
            label="Last days of the month"
            required
            inputMode="numeric"
            value={values.lastDays}
            error={errors.lastDays}
            onChange={({ target }) => form.set('lastDays', target.value)}
          />
        )}
      </div>
      <div className="grid grid-cols-2 gap-4">
        <TextField
          label="From"
          type="date"
          required
          value={values.startsOn}
          error={errors.startsOn}
          onChange={({ target }) => form.set('startsOn', target.value)}
        />
        <TextField
          label="Until"
          type="date"
          required={!isMonthEnd}
          value={values.endsOn}
          error={errors.endsOn}
          hint={isMonthEnd ? 'Blank: no end' : undefined}
          onChange={({ target }) => form.set('endsOn', target.value)}
        />
        <ScopeFields
          {...scope}
          store={values.store}
          onStore={(store) => form.set('store', store)}
          department={values.department}
          onDepartment={(department) => form.set('department', department)}
        />
      </div>
      <SelectField
        label="Requests on these days"
        options={[
          { value: 'warn', label: 'Get a warning' },
          { value: 'refuse', label: 'Are refused' },
        ]}
        value={values.refuses}
        hint="Managers and HR can still record time off for someone."
        onChange={({ target }) => form.set('refuses', target.value)}
      />
    </FormDialog>
  );
}
