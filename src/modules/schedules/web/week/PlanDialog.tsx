import { useMutation, useQuery } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { call } from '../../../../platform/web/api/call.ts';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { useDialogForm } from '../../../../platform/web/forms/useDialogForm.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Checkbox } from '../../../../platform/web/ui/Checkbox.tsx';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { FormDialog } from '../../../../platform/web/ui/FormDialog.tsx';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import {
  type Exception,
  exceptionsAtMost,
  getPlan,
  type Opening,
  type Plan,
  savePlan,
  type Target,
  targetsAtMost,
} from '../../contract/plan.ts';
import type { Place } from '../../contract/week.ts';
import { placeText, weekdayNames } from '../state/labels.ts';
import { useRefresh } from '../state/useSchedules.ts';

interface Props {
  place: Place;
  today: string;
  onClose: () => void;
}

const title = 'Hours and coverage';

/** When the department is open, how many people it needs, and when someone counts as late. */
export default function PlanDialog({ place, today, onClose }: Props) {
  const { store, department } = place;
  const { data, error, refetch } = useQuery({
    ...queryOptionsFor(getPlan, { params: { store, department } }),
    // The form starts from what holds now.
    staleTime: 0,
    gcTime: 0,
  });
  if (data) return <Form plan={data} today={today} onClose={onClose} />;
  return (
    <Dialog open onOpenChange={onClose} size="lg" title={title} description={placeText(place)}>
      {error ? (
        <NotLoaded what="hours" error={error} onRetry={refetch} />
      ) : (
        <Skeleton className="h-96" />
      )}
    </Dialog>
  );
}

const usualHours: Opening = { opens: '09:00', closes: '18:00' };

function Form({ plan, today, onClose }: { plan: Plan; today: string; onClose: () => void }) {
  // Someone else’s change is refused, and what was typed stays.
  const [{ store, department, version, ...fields }] = useState(plan);
  const refresh = useRefresh();
  const form = useDialogForm({ ...fields, graceMinutes: String(fields.graceMinutes) });
  const { opening, exceptions, targets, graceMinutes, alertsManagers } = form.values;
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call(savePlan, {
        params: { store, department },
        body: { ...form.values, version, graceMinutes: Number(graceMinutes) },
      }),
    onSuccess: onClose,
    onError: form.refuse,
    onSettled: refresh,
  });
  const submit = () => {
    const problems = {
      exceptions:
        exceptions.some(({ date, name }) => !date || !name.trim()) &&
        'Enter the date and the name of each special day',
      targets:
        targets.some(({ from, until }) => until <= from) &&
        'The end of each time must be after its start',
      graceMinutes:
        !/^\d{1,3}$/.test(graceMinutes) || Number(graceMinutes) > 120
          ? 'Enter 0 to 120 minutes'
          : undefined,
    };
    if (form.check(problems)) mutate();
  };
  return (
    <FormDialog
      size="lg"
      title={title}
      description={placeText({ store, department })}
      verb="Save"
      pending={isPending}
      isDirty={form.isDirty}
      refusal={form.refusal}
      formClassName="flex flex-col gap-6"
      onClose={onClose}
      onSubmit={submit}
    >
      <Part title="Opening hours">
        {opening.map((day, weekday) => (
          <DayHours
            key={weekdayNames[weekday]}
            name={weekdayNames[weekday] ?? ''}
            opening={day}
            onChange={(next) =>
              form.set(
                'opening',
                opening.map((one, at) => (at === weekday ? next : one)),
              )
            }
          />
        ))}
      </Part>
      <Part
        title="Special days"
        error={form.errors.exceptions}
        action={
          exceptions.length < exceptionsAtMost && (
            <AddButton
              onClick={() =>
                form.set('exceptions', [...exceptions, { date: today, name: '', opening: null }])
              }
            >
              Add special day
            </AddButton>
          )
        }
      >
        {exceptions.map((exception, at) => (
          <ExceptionRow
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity and keep their order
            key={at}
            exception={exception}
            onChange={(next) => form.set('exceptions', replaced(exceptions, at, next))}
          />
        ))}
      </Part>
      <Part
        title="People needed"
        hint="One person wherever the department is open, unless you set more."
        error={form.errors.targets}
        action={
          targets.length < targetsAtMost && (
            <AddButton
              onClick={() =>
                form.set('targets', [
                  ...targets,
                  { days: [1, 2, 3, 4, 5], from: '10:00', until: '18:00', people: 2 },
                ])
              }
            >
              Add time
            </AddButton>
          )
        }
      >
        {targets.map((target, at) => (
          <TargetRow
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity and keep their order
            key={at}
            target={target}
            onChange={(next) => form.set('targets', replaced(targets, at, next))}
          />
        ))}
      </Part>
      <Part title="Late arrivals">
        <TextField
          label="Grace period in minutes"
          hint="How much later than planned someone may clock in."
          inputMode="numeric"
          className="max-w-64"
          value={graceMinutes}
          error={form.errors.graceMinutes}
          onChange={({ target }) => form.set('graceMinutes', target.value)}
        />
        <Checkbox
          label="Notify the manager once of each person who isn’t in after that"
          checked={alertsManagers}
          onCheckedChange={(checked) => form.set('alertsManagers', checked)}
        />
      </Part>
    </FormDialog>
  );
}

/** The rows with another one at this place, or without it. */
const replaced = <Row,>(rows: readonly Row[], at: number, next: Row | null): Row[] =>
  rows.flatMap((row, index) => (index === at ? (next ?? []) : row));

interface PartProps {
  title: string;
  hint?: string;
  error?: string | undefined;
  action?: ReactNode;
  children: ReactNode;
}

function Part({ title: heading, hint, error, action, children }: PartProps) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-2 text-base font-semibold text-text">{heading}</legend>
      {hint && <p className="-mt-2 text-sm text-muted">{hint}</p>}
      {children}
      {error && (
        <p role="alert" className="text-sm text-danger-text">
          {error}
        </p>
      )}
      {action}
    </fieldset>
  );
}

const AddButton = ({ children, onClick }: { children: ReactNode; onClick: () => void }) => (
  <Button size="sm" className="self-start" onClick={onClick}>
    <Plus aria-hidden="true" />
    {children}
  </Button>
);

interface DayProps {
  name: string;
  opening: Opening | null;
  onChange: (opening: Opening | null) => void;
}

function DayHours({ name, opening, onChange }: DayProps) {
  return (
    <div className="grid min-h-row grid-cols-[5rem_1fr] items-center gap-3 sm:grid-cols-[5rem_16rem]">
      <Checkbox
        label={name}
        checked={opening !== null}
        onCheckedChange={(isOpen) => onChange(isOpen ? usualHours : null)}
      />
      {opening ? (
        <Times label={name} opening={opening} onChange={onChange} />
      ) : (
        <span className="text-sm text-muted">Closed</span>
      )}
    </div>
  );
}

interface TimesProps {
  label: string;
  opening: Opening;
  onChange: (opening: Opening) => void;
}

function Times({ label, opening, onChange }: TimesProps) {
  return (
    <span className="grid grid-cols-2 gap-2">
      <TextField
        label={`${label} opens`}
        labelHidden
        type="time"
        required
        value={opening.opens}
        onChange={({ target }) => onChange({ ...opening, opens: target.value })}
      />
      <TextField
        label={`${label} closes`}
        labelHidden
        type="time"
        required
        value={opening.closes}
        onChange={({ target }) => onChange({ ...opening, closes: target.value })}
      />
    </span>
  );
}

interface ExceptionProps {
  exception: Exception;
  onChange: (exception: Exception | null) => void;
}

function ExceptionRow({ exception, onChange }: ExceptionProps) {
  const { date, name, opening } = exception;
  const label = name || date;
  return (
    <div className="flex flex-wrap items-end gap-2 border-b border-border pb-3">
      <TextField
        label="Date"
        type="date"
        required
        className="basis-36"
        value={date}
        onChange={({ target }) => onChange({ ...exception, date: target.value })}
      />
      <TextField
        label="Name"
        required
        maxLength={60}
        className="min-w-0 flex-1 basis-36"
        value={name}
        onChange={({ target }) => onChange({ ...exception, name: target.value })}
      />
      <SelectField
        label="Hours"
        className="basis-28"
        options={[
          { value: 'closed', label: 'Closed' },
          { value: 'open', label: 'Open' },
        ]}
        value={opening ? 'open' : 'closed'}
        onChange={({ target }) =>
          onChange({ ...exception, opening: target.value === 'open' ? usualHours : null })
        }
      />
      {opening && (
        <Times
          label={label}
          opening={opening}
          onChange={(next) => onChange({ ...exception, opening: next })}
        />
      )}
      <IconButton label={`Remove ${label}`} icon={Trash2} onClick={() => onChange(null)} />
    </div>
  );
}

interface TargetProps {
  target: Target;
  onChange: (target: Target | null) => void;
}

function TargetRow({ target, onChange }: TargetProps) {
  const { days, from, until, people } = target;
  const change = (part: Partial<Target>) => onChange({ ...target, ...part });
  return (
    <div className="flex flex-col gap-2 border-b border-border pb-3">
      <div className="flex flex-wrap items-end gap-2">
        <TextField
          label="From"
          type="time"
          required
          className="basis-32"
          value={from}
          onChange={({ target: input }) => change({ from: input.value })}
        />
        <TextField
          label="Until"
          type="time"
          required
          className="basis-32"
          value={until}
          onChange={({ target: input }) => change({ until: input.value })}
        />
        <TextField
          label="People"
          type="number"
          required
          min={0}
          max={99}
          className="basis-20"
          value={people}
          onChange={({ target: input }) => change({ people: input.valueAsNumber || 0 })}
        />
        <IconButton
          label={`Remove ${from} to ${until}`}
          icon={Trash2}
          onClick={() => onChange(null)}
        />
      </div>
      <fieldset className="flex flex-wrap gap-x-4">
        <legend className="sr-only">Days</legend>
        {weekdayNames.map((name, weekday) => (
          <Checkbox
            key={name}
            label={name}
            checked={days.includes(weekday)}
            // The last day stays: a target without a day would be none.
            disabled={days.length === 1 && days.includes(weekday)}
            onCheckedChange={(checked) =>
              change({
                days: checked ? [...days, weekday] : days.filter((one) => one !== weekday),
              })
            }
          />
        ))}
      </fieldset>
    </div>
  );
}
