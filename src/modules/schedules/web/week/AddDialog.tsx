import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { weekdayDay } from '../../../../platform/contract/calendar.ts';
import { weekdayOf } from '../../../../platform/contract/wallTime.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { useDialogForm } from '../../../../platform/web/forms/useDialogForm.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { CheckGroup } from '../../../../platform/web/ui/CheckGroup.tsx';
import { FormDialog } from '../../../../platform/web/ui/FormDialog.tsx';
import { addShifts } from '../../contract/shift.ts';
import type { Week } from '../../contract/week.ts';
import { placeText } from '../state/labels.ts';
import { type ShiftValues, toBody } from '../state/shiftForm.ts';
import { useRefresh } from '../state/useSchedules.ts';
import { ShiftFields } from './ShiftFields.tsx';
import { toastAdded } from './toastAdded.ts';

export interface AddStart {
  userIds: number[];
  dates: string[];
  values: ShiftValues;
}

interface Props {
  week: Week;
  start: AddStart;
  onClose: () => void;
}

/** Adds shifts as drafts: for one person on one day, or for several on several days of the week. */
export default function AddDialog({ week, start, onClose }: Props) {
  // Repeats of one submit share it.
  const [clientId] = useState(() => crypto.randomUUID());
  const refresh = useRefresh();
  const { userIds, dates, values } = start;
  const form = useDialogForm({ userIds, dates, ...values });
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      const { userIds: people, dates: days, ...facts } = form.values;
      const { store, department } = week;
      const body = { clientId, store, department, userIds: people, dates: days, ...toBody(facts) };
      return call(addShifts, { body });
    },
    onSuccess: (result) => {
      toastAdded(result);
      onClose();
    },
    onError: form.refuse,
    onSettled: refresh,
  });
  const submit = () => {
    const problems = {
      userIds: form.values.userIds.length === 0 && 'Choose at least one employee',
      dates: form.values.dates.length === 0 && 'Choose at least one day',
      start: form.values.start ? undefined : 'Enter a time',
      end: form.values.end ? undefined : 'Enter a time',
    };
    if (form.check(problems)) mutate();
  };
  const people = [...week.people, ...week.others];
  const open = week.days.filter((date) => date >= week.today);
  const weekdays = open.filter((date) => [1, 2, 3, 4, 5].includes(weekdayOf(date)));
  const count = form.values.userIds.length * form.values.dates.length;
  return (
    <FormDialog
      title="Add shifts"
      description={`${placeText(week)}. Shifts are drafts until you publish the week.`}
      verb={count > 1 ? `Add ${count} shifts` : 'Add shift'}
      pending={isPending}
      isDirty={form.isDirty}
      refusal={form.refusal}
      onClose={onClose}
      onSubmit={submit}
    >
      <CheckGroup
        label="Days"
        note={
          <Button size="sm" variant="ghost" onClick={() => form.set('dates', weekdays)}>
            Mon–Fri
          </Button>
        }
        error={form.errors.dates}
        options={open.map((date) => ({ value: date, label: weekdayDay(date) }))}
        isChecked={(date) => form.values.dates.includes(date)}
        onToggle={(date) => form.set('dates', toggled(form.values.dates, date))}
      />
      <ShiftFields
        values={form.values}
        errors={form.errors}
        onChange={(name, value) => form.set(name, value)}
      />
      <CheckGroup
        label="Employees"
        error={form.errors.userIds}
        className="max-h-64 overflow-y-auto"
        options={people.map(({ id, name }) => ({ value: String(id), label: name }))}
        isChecked={(id) => form.values.userIds.includes(Number(id))}
        onToggle={(id) => form.set('userIds', toggled(form.values.userIds, Number(id)))}
      />
    </FormDialog>
  );
}

const toggled = <V,>(values: readonly V[], value: V): V[] =>
  values.includes(value) ? values.filter((one) => one !== value) : [...values, value];
