import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { calendarDay, daysText } from '../../../../platform/contract/calendar.ts';
import { addDays } from '../../../../platform/contract/wallTime.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { useDialogForm } from '../../../../platform/web/forms/useDialogForm.ts';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { FormDialog } from '../../../../platform/web/ui/FormDialog.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { toast } from '../../../../platform/web/ui/toast.ts';
import {
  type Frequency,
  frequencies,
  lengthOf,
  periodOf,
  schedulesInForce,
} from '../../contract/periods.ts';
import { addSchedule, getSchedules, type Schedules } from '../../contract/schedule.ts';
import { frequencyNames } from '../state/labels.ts';
import { refreshPayroll } from '../state/usePayroll.ts';

const title = 'Pay periods';

/** How pay periods are cut, and from when on that changes. */
export default function SchedulesDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery({
    ...queryOptionsFor(getSchedules),
    refetchOnMount: 'always',
  });
  if (data)
    return <ScheduleForm key={data.schedules.at(-1)?.id ?? 0} known={data} onClose={onClose} />;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title}>
      {error ? (
        <NotLoaded what="pay periods" error={error} onRetry={refetch} />
      ) : (
        <Skeleton className="h-60" />
      )}
    </Dialog>
  );
}

const options = frequencies.map((value) => ({ value, label: frequencyNames[value] }));

function ScheduleForm({ known, onClose }: { known: Schedules; onClose: () => void }) {
  const client = useQueryClient();
  const { schedules, settledThrough, may } = known;
  const last = schedules.at(-1);
  const [first] = useState(() => ({
    frequency: last?.frequency ?? ('biweekly' as Frequency),
    startsOn: nextStart(known),
    payDays: String(last?.payDays ?? 5),
  }));
  const form = useDialogForm(first);
  const { values, errors } = form;
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call(addSchedule, {
        body: {
          frequency: values.frequency,
          startsOn: values.startsOn,
          payDays: Number(values.payDays),
          after: last?.id ?? null,
        },
      }),
    onSuccess: async () => {
      await refreshPayroll(client);
      toast({ title: 'Pay periods saved' });
      onClose();
    },
    onError: form.refuse,
  });
  const submit = () => {
    const isValid = form.check({
      startsOn: !/^\d{4}-\d\d-\d\d$/.test(values.startsOn) && 'Choose a day',
      payDays: !/^([0-9]|[12][0-9]|3[01])$/.test(values.payDays) && 'Enter days from 0 to 31',
    });
    if (isValid) mutate();
  };
  return (
    <FormDialog
      title={title}
      description="Overtime is always counted by the workweek. Periods that start on the first day of the workweek keep a week’s overtime together."
      isDirty={form.isDirty}
      isReadOnly={!may.change}
      verb={last ? 'Change pay periods' : 'Set pay periods'}
      pending={isPending}
      refusal={form.refusal}
      onClose={onClose}
      onSubmit={submit}
    >
      {schedules.length > 0 && (
        <ul className="flex flex-col gap-1 text-sm">
          {schedules.map(({ id, frequency, startsOn, payDays, by }) => (
            <li key={id} className="text-text">
              {`${frequencyNames[frequency]} from ${calendarDay(startsOn)}, paid ${countDays(payDays)} after`}
              <span className="text-muted">{` · ${by}`}</span>
            </li>
          ))}
        </ul>
      )}
      {may.change && (
        <>
          <SelectField
            label="Frequency"
            required
            options={options}
            value={values.frequency}
            hint={
              values.frequency === 'semimonthly'
                ? 'From the 1st to the 15th, and from the 16th to the end.'
                : undefined
            }
            onChange={({ target }) => form.set('frequency', target.value as Frequency)}
          />
          <TextField
            label="From"
            type="date"
            required
            value={values.startsOn}
            min={settledThrough ? addDays(settledThrough, 1) : undefined}
            error={errors.startsOn}
            hint={previewOf(known, values)}
            onChange={({ target }) => form.set('startsOn', target.value)}
          />
          <TextField
            label="Days from the end of the period to payday"
            inputMode="numeric"
            required
            value={values.payDays}
            error={errors.payDays}
            hint="On a weekend: the Friday before."
            onChange={({ target }) => form.set('payDays', target.value)}
          />
        </>
      )}
    </FormDialog>
  );
}

/** The first day that is free: after what is settled, and where a period begins. */
function nextStart({ schedules, settledThrough, today }: Schedules): string {
  const from = settledThrough !== null && settledThrough >= today ? settledThrough : today;
  const period = periodOf(schedules, from);
  return period ? addDays(period.endsOn, 1) : today;
}

/** The periods around the change, so that a short one is seen before it is made. */
function previewOf(
  { schedules }: Schedules,
  { frequency, startsOn, payDays }: { frequency: Frequency; startsOn: string; payDays: string },
): string | undefined {
  if (!/^(19|2[01])\d\d-\d\d-\d\d$/.test(startsOn)) return undefined;
  const next = schedulesInForce([
    ...schedules,
    { frequency, startsOn, payDays: Number(payDays) || 0 },
  ]);
  const before = periodOf(next, addDays(startsOn, -1));
  const after = periodOf(next, startsOn);
  const show = (period: NonNullable<typeof before>) =>
    `${daysText(period.startsOn, period.endsOn)} (${countDays(lengthOf(period))})`;
  return [before && `Last one before: ${show(before)}.`, after && `First one: ${show(after)}.`]
    .filter(Boolean)
    .join(' ');
}

const countDays = (days: number): string => (days === 1 ? '1 day' : `${days} days`);
