import { useMutation } from '@tanstack/react-query';
import { call } from '../../../../platform/web/api/call.ts';
import { useDialogForm } from '../../../../platform/web/forms/useDialogForm.ts';
import { FormDialog } from '../../../../platform/web/ui/FormDialog.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { type Balances, hoursText, setWeek } from '../../contract/balances.ts';
import { minutesOf, typedHours } from '../state/labels.ts';
import { useRefresh } from '../state/useTimeOff.ts';

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** The hours of each weekday that someone’s time off is counted by. */
export default function WeekDialog({ of, onClose }: { of: Balances; onClose: () => void }) {
  const form = useDialogForm({
    effectiveOn: of.today,
    hours: of.week.map((minutes) => typedHours(minutes)),
  });
  const { values, errors } = form;
  const minutes = values.hours.map((typed) => minutesOf(typed.trim() || '0') ?? undefined);
  const isFine = minutes.every((day) => day !== undefined && day <= 1440);
  const refresh = useRefresh();
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call(setWeek, {
        params: { userId: of.person.id },
        body: { effectiveOn: values.effectiveOn, minutes: minutes.map((day) => day ?? 0) },
      }),
    onSuccess: () => {
      toast({ title: 'Work week saved' });
      onClose();
    },
    onError: form.refuse,
    onSettled: refresh,
  });
  const submit = () => {
    const isChecked = form.check({
      effectiveOn: values.effectiveOn === '' && 'Choose a day',
    });
    if (isChecked && isFine) mutate();
  };
  return (
    <FormDialog
      size="sm"
      title="Work week"
      description={`The hours that a day off of ${of.person.name} takes. Existing requests keep theirs.`}
      verb="Save"
      pending={isPending}
      isDirty={form.isDirty}
      refusal={form.refusal}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextField
        label="From"
        type="date"
        required
        value={values.effectiveOn}
        error={errors.effectiveOn}
        onChange={({ target }) => form.set('effectiveOn', target.value)}
      />
      <div className="grid grid-cols-2 gap-x-4 gap-y-3">
        {weekdays.map((name, at) => (
          <TextField
            key={name}
            label={name}
            inputMode="decimal"
            value={values.hours[at] ?? ''}
            error={
              minutes[at] === undefined || (minutes[at] ?? 0) > 1440 ? 'Enter hours' : undefined
            }
            onChange={({ target }) => form.set('hours', values.hours.with(at, target.value))}
          />
        ))}
      </div>
      <p className="text-sm text-muted tabular-nums">
        {isFine && `${hoursText(minutes.reduce((sum: number, day) => sum + (day ?? 0), 0))} a week`}
      </p>
    </FormDialog>
  );
}
