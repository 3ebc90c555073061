import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { v7 as uuid } from 'uuid';
import { call } from '../../../../platform/web/api/call.ts';
import { useDialogForm } from '../../../../platform/web/forms/useDialogForm.ts';
import { FormDialog } from '../../../../platform/web/ui/FormDialog.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { adjustBalance, type Balances, hoursText } from '../../contract/balances.ts';
import { minutesOf } from '../state/labels.ts';
import { useKinds, useRefresh } from '../state/useTimeOff.ts';

/** Adds hours to a balance or takes them, with a reason that the employee reads. */
export default function AdjustDialog({ of, onClose }: { of: Balances; onClose: () => void }) {
  const kinds = useKinds();
  const balances = of.balances.filter(({ balanceMinutes }) => balanceMinutes !== null);
  const form = useDialogForm({
    kindId: String(balances[0]?.kindId ?? ''),
    act: 'add',
    minutes: '',
    day: of.today,
    reason: '',
  });
  const { values, errors } = form;
  const typed = minutesOf(values.minutes);
  const signed = (typed ?? 0) * (values.act === 'add' ? 1 : -1);
  const current = balances.find(({ kindId }) => String(kindId) === values.kindId);
  const refresh = useRefresh();
  const [clientId] = useState(() => uuid());
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call(adjustBalance, {
        body: {
          clientId,
          userId: of.person.id,
          kindId: Number(values.kindId),
          day: values.day,
          minutes: signed,
          reason: values.reason.trim(),
        },
      }),
    onSuccess: () => {
      toast({ title: 'Balance adjusted' });
      onClose();
    },
    onError: form.refuse,
    onSettled: refresh,
  });
  const submit = () => {
    const isFine = form.check({
      kindId: values.kindId === '' && 'Choose a kind',
      minutes: !typed && 'Enter hours, such as 8 or 7:30',
      day: values.day === '' && 'Choose a day',
      reason: values.reason.trim() === '' && 'Enter a reason',
    });
    if (isFine) mutate();
  };
  return (
    <FormDialog
      size="sm"
      title="Adjust balance"
      description={`Balance of ${of.person.name}. The entry and its reason stay in the balance’s details.`}
      verb="Adjust balance"
      pending={isPending}
      isDirty={form.isDirty}
      refusal={form.refusal}
      onClose={onClose}
      onSubmit={submit}
    >
      <SelectField
        label="Kind"
        required
        options={balances.map(({ kindId }) => ({
          value: String(kindId),
          label: kinds.get(kindId)?.name ?? 'Out of use',
        }))}
        value={values.kindId}
        error={errors.kindId}
        hint={current && `Now ${hoursText(current.balanceMinutes ?? 0)}`}
        onChange={({ target }) => form.set('kindId', target.value)}
      />
      <div className="grid grid-cols-2 gap-4">
        <SelectField
          label="Change"
          options={[
            { value: 'add', label: 'Add' },
            { value: 'take', label: 'Take away' },
          ]}
          value={values.act}
          onChange={({ target }) => form.set('act', target.value)}
        />
        <TextField
          label="Hours"
          required
          inputMode="decimal"
          value={values.minutes}
          error={errors.minutes}
          onChange={({ target }) => form.set('minutes', target.value)}
        />
      </div>
      <TextField
        label="Day"
        type="date"
        required
        max={of.today}
        value={values.day}
        error={errors.day}
        onChange={({ target }) => form.set('day', target.value)}
      />
      <TextField
        label="Reason"
        required
        maxLength={200}
        value={values.reason}
        error={errors.reason}
        onChange={({ target }) => form.set('reason', target.value)}
      />
    </FormDialog>
  );
}
