import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Store } from '../../../../../platform/contract/access.ts';
import { storeNames } from '../../../../../platform/contract/names.ts';
import { ApiError } from '../../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../../platform/web/api/queryClient.ts';
import { changedFields } from '../../../../../platform/web/forms/changes.ts';
import { atClock, fromInputs, toInputs } from '../../../../../platform/web/time/inputs.ts';
import { zonedLabel } from '../../../../../platform/web/time/zoneLabels.ts';
import { FormDialog } from '../../../../../platform/web/ui/FormDialog.tsx';
import { SelectField } from '../../../../../platform/web/ui/SelectField.tsx';
import { TextField } from '../../../../../platform/web/ui/TextField.tsx';
import { toastFailure } from '../../../../../platform/web/ui/toastFailure.ts';
import { useCurrentUser } from '../../../../access/web/public.ts';
import type { Choices } from '../../../contract/finding.ts';
import type { CustomerRecord } from '../../../contract/records.ts';
import { addAppointment, addTask, getToday, type taskKinds } from '../../../contract/work.ts';
import { refreshRelated } from '../../state/useCustomers.ts';
import { homeStoreOf } from '../LogForm.tsx';

interface Props {
  kind: 'task' | 'appointment';
  record: CustomerRecord;
  choices: Choices;
  close: () => void;
}

const taskOptions = [
  { value: 'call', label: 'Call' },
  { value: 'text', label: 'Text' },
  { value: 'email', label: 'Email' },
  { value: 'visit', label: 'Visit' },
  { value: 'other', label: 'Other' },
];
const appointmentOptions = [
  { value: 'sales', label: 'Sales' },
  { value: 'service', label: 'Service' },
];

/** Adds a task or sets an appointment; times are in the group’s time zone. */
export function PlanDialog({ kind, record, choices, close }: Props) {
  const isTask = kind === 'task';
  const { values, isDirty, set, errors, save, isPending } = usePlan({
    kind,
    record,
    choices,
    close,
  });
  const employees = choices.owners.filter(({ stores }) => stores.includes(values.store as Store));
  const select = (
    name: 'what' | 'store' | 'who',
    label: string,
    options: { value: string; label: string }[],
  ) => (
    <SelectField
      label={label}
      options={options}
      value={values[name]}
      error={errors[name]}
      onChange={(event) => set(name, event.target.value)}
    />
  );
  return (
    <FormDialog
      title={isTask ? 'Add task' : 'Set appointment'}
      verb={isTask ? 'Add task' : 'Set appointment'}
      pending={isPending}
      isDirty={isDirty}
      onClose={close}
      onSubmit={save}
    >
      {select('what', 'Type', isTask ? taskOptions : appointmentOptions)}
      <TextField
        label={isTask ? 'Title' : 'Note'}
        required={isTask}
        maxLength={isTask ? 200 : 500}
        value={values.text}
        error={errors.text}
        onChange={(event) => set('text', event.target.value)}
      />
      <div className="grid grid-cols-2 gap-4">
        <TextField
          label="Date"
          type="date"
          required
          value={values.day}
          error={errors.day}
          onChange={(event) => set('day', event.target.value)}
        />
        <TextField
          label={zonedLabel('Time')}
          type="time"
          required
          value={values.time}
          onChange={(event) => set('time', event.target.value)}
        />
      </div>
      {choices.stores.length > 1 &&
        select(
          'store',
          'Store',
          choices.stores.map((store) => ({ value: store, label: storeNames[store] })),
        )}
      {select(
        'who',
        'Assigned to',
        employees.map(({ id, name }) => ({ value: String(id), label: name })),
      )}
    </FormDialog>
  );
}

function usePlan({ kind, record, choices, close }: Props) {
  const client = useQueryClient();
  const me = useCurrentUser();
  const [first] = useState(() => {
    const { date: day, time } = toInputs(atClock(Date.now(), 1, '10:00'));
    return {
      what: kind === 'task' ? 'call' : 'sales',
      text: '',
      day,
      time,
      store: homeStoreOf(record, choices) as string,
      who: String(me?.id ?? ''),
    };
  });
  const [values, setValues] = useState(first);
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({});
  const clientId = useRef(crypto.randomUUID());
  const { mutate, isPending } = useMutation({
    mutationFn: async (when: Date) => {
      const at = when.toISOString();
      const params = { customerId: record.id };
      const body = {
        clientId: clientId.current,
        store: values.store as Store,
        ...(values.who && { assigneeId: Number(values.who) }),
      };
      if (kind === 'task') {
        const entryKind = values.what as (typeof taskKinds)[number];
        await call(addTask, {
          params,
          body: { ...body, kind: entryKind, title: values.text, dueAt: at },
        });
      } else {
        const entryKind = values.what as 'sales' | 'service';
        const plan = { ...body, kind: entryKind, note: values.text, startsAt: at };
        await call(addAppointment, { params, body: plan });
      }
    },
    onSuccess: () => {
      refreshRelated(client, record.id);
      void client.invalidateQueries({ queryKey: queryKeyFor(getToday) });
      close();
    },
    onError: (error) => {
      const { fields } = error instanceof ApiError ? error : {};
      if (!fields)
        return toastFailure(
          error,
          kind === 'task' ? 'Couldn’t add task' : 'Couldn’t set appointment',
        );
      const { title, note, dueAt, startsAt, assigneeId, store } = fields;
      setErrors({ text: title ?? note, day: dueAt ?? startsAt, who: assigneeId, store });
    },
  });
  return {
    values,
    isDirty: changedFields(first, values).length > 0,
    errors,
    isPending,
    set: (name: keyof typeof values, value: string) => {
      setValues((now) => ({ ...now, [name]: value }));
      setErrors(({ [name]: _, ...others }) => others);
    },
    save: () => {
      if (kind === 'task' && !values.text.trim()) return setErrors({ text: 'Enter a title' });
      const when = fromInputs(values.day, values.time);
      if (!when) return setErrors({ day: 'Enter a date and time' });
      if (!isPending) mutate(when);
    },
  };
}
