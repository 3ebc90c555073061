import { useMutation } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Department, Store } from '../../../../platform/contract/access.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { countOf } from '../../../../platform/web/format/amounts.ts';
import { useDialogForm } from '../../../../platform/web/forms/useDialogForm.ts';
import { today } from '../../../../platform/web/time/days.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Checkbox } from '../../../../platform/web/ui/Checkbox.tsx';
import { FormDialog } from '../../../../platform/web/ui/FormDialog.tsx';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { TextField, type TextFieldProps } from '../../../../platform/web/ui/TextField.tsx';
import {
  addRule,
  type Method,
  methods,
  type Period,
  periods,
  type Rule,
  type RuleInput,
  saveRule,
} from '../../contract/rules.ts';
import type { Kind } from '../../contract.ts';
import { minutesOf, typedHours } from '../state/labels.ts';
import { useRefresh } from '../state/useTimeOff.ts';
import { monthNames, periodNames } from './describeRule.ts';
import { firstStore, type Scope, ScopeFields } from './ScopeFields.tsx';

interface Props extends Scope {
  /** Null: a new one. */
  rule: Rule | null;
  kind: Kind | undefined;
  onClose: () => void;
}

const methodNames: Record<Method, string> = {
  none: 'Nothing accrues',
  yearly: 'All at once, each year',
  period: 'In parts, each pay period',
  hours_worked: 'By hours worked',
};

interface StepText {
  years: string;
  hours: string;
}

function valuesOf(rule: Rule | null, scope: Scope) {
  return {
    store: rule ? (rule.store ?? '') : firstStore(scope),
    department: rule?.department ?? '',
    effectiveOn: rule?.effectiveOn ?? today(),
    endsOn: rule?.endsOn ?? '',
    method: rule?.method ?? ('period' as Method),
    period: rule?.period ?? ('monthly' as Period),
    periodAnchor: rule?.periodAnchor ?? '',
    yearStart: rule && rule.yearStart === null ? 'hired' : 'date',
    yearMonth: String(rule?.yearStart?.month ?? 1),
    yearDay: String(rule?.yearStart?.day ?? 1),
    workedMinutes: typedHours(rule?.workedMinutes ?? 1800),
    waitingDays: String(rule?.waitingDays ?? 0),
    usableAfterDays: String(rule?.usableAfterDays ?? 0),
    capMinutes: typedHours(rule?.capMinutes ?? null),
    carryOverMinutes: typedHours(rule?.carryOverMinutes ?? null),
    carryOverMonths: rule?.carryOverMonths ? String(rule.carryOverMonths) : '',
    prorates: rule?.prorates ?? true,
    steps: (rule?.steps.length
      ? rule.steps.map(({ afterYears, minutes }) => ({
          years: String(afterYears),
          hours: typedHours(minutes),
        }))
      : [{ years: '0', hours: '80' }]) as readonly StepText[],
  };
}

/** How a kind accrues, for every store or for one, from a day on. */
export default function RuleDialog({ rule, kind, onClose, ...scope }: Props) {
  const [start] = useState(() => valuesOf(rule, scope));
  const form = useDialogForm(start);
  const { values, errors } = form;
  const refresh = useRefresh();
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      const body = toInput(values, kind?.id ?? 0);
      return rule
        ? call(saveRule, { params: { ruleId: rule.id }, body: { ...body, version: rule.version } })
        : call(addRule, { body });
    },
    onSuccess: onClose,
    onError: form.refuse,
    onSettled: refresh,
  });
  const accrues = values.method !== 'none';
  const submit = () => {
    if (form.check(problemsOf(values))) mutate();
  };
  const text = (name: TextName, label: string, props: Partial<TextFieldProps> = {}) => (
    <TextField
      label={label}
      {...props}
      value={values[name]}
      error={errors[name]}
      onChange={({ target }) => form.set(name, target.value)}
    />
  );
  return (
    <FormDialog
      size="lg"
      title={rule ? `Edit rule of ${kind?.name ?? ''}` : `Add rule for ${kind?.name ?? ''}`}
      description={
        rule
          ? 'What accrued by this rule is recalculated. To change it from a day on, add a rule instead.'
          : 'A rule for a store overrides one for a department, and that overrides one for everyone.'
      }
      verb={rule ? 'Save' : 'Add rule'}
      pending={isPending}
      isDirty={form.isDirty}
      refusal={form.refusal}
      onClose={onClose}
      onSubmit={submit}
      formClassName="grid grid-cols-2 items-start gap-4"
    >
      <ScopeFields
        {...scope}
        store={values.store}
        onStore={(store) => form.set('store', store)}
        department={values.department}
        onDepartment={(department) => form.set('department', department)}
      />
      {text('effectiveOn', 'From', { type: 'date', required: true })}
      {text('endsOn', 'Last day', { type: 'date', hint: 'Blank: until another rule' })}
      <SelectField
        label="How it accrues"
        className="col-span-2"
        options={methods.map((value) => ({ value, label: methodNames[value] }))}
        value={values.method}
        onChange={({ target }) => form.set('method', target.value as Method)}
      />
      {values.method === 'period' && (
        <>
          <SelectField
            label="Pay period"
            options={periods.map((value) => ({ value, label: periodNames[value] }))}
            value={values.period}
            error={errors.period}
            onChange={({ target }) => form.set('period', target.value as Period)}
          />
          {hasAnchor(values) &&
            text('periodAnchor', 'First day of a pay period', { type: 'date', required: true })}
        </>
      )}
      {values.method === 'hours_worked' &&
        text('workedMinutes', 'Per hours worked', {
          required: true,
          inputMode: 'decimal',
          hint: 'Salaried employees: the usual work week',
        })}
      {accrues && (
        <>
          <Steps
            unit={values.method === 'hours_worked' ? 'Hours earned' : 'Hours a year'}
            steps={values.steps}
            error={errors.steps}
            onChange={(steps) => form.set('steps', steps)}
          />
          <YearStart values={values} error={errors.yearStart} set={form.set} />
          {text('waitingDays', 'Accrual starts after days', {
            inputMode: 'numeric',
            hint: 'Counted from the hire date',
          })}
          {text('usableAfterDays', 'Can be used after days', {
            inputMode: 'numeric',
            hint: 'Counted from the hire date',
          })}
          {text('capMinutes', 'Highest balance, in hours', {
            inputMode: 'decimal',
            hint: 'Blank: no limit',
            className: 'col-span-2 sm:col-span-1',
          })}
          {text('carryOverMinutes', 'Hours carried over', {
            inputMode: 'decimal',
            hint: 'Blank: all of them',
          })}
          {text('carryOverMonths', 'They expire after months', {
            inputMode: 'numeric',
            hint: 'Blank: never',
          })}
          <Checkbox
            label="Part of a year or period counts in part"
            className="col-span-2"
            checked={values.prorates}
            onCheckedChange={(isOn) => form.set('prorates', isOn)}
          />
        </>
      )}
    </FormDialog>
  );
}

type Values = ReturnType<typeof valuesOf>;
type TextName =
  | 'effectiveOn'
  | 'endsOn'
  | 'periodAnchor'
  | 'workedMinutes'
  | 'waitingDays'
  | 'usableAfterDays'
  | 'capMinutes'
  | 'carryOverMinutes'
  | 'carryOverMonths';

const hasAnchor = ({ period }: Values) => period === 'weekly' || period === 'biweekly';

function toInput(values: Values, kindId: number): RuleInput {
  const accrues = values.method !== 'none';
  const isPeriod = values.method === 'period';
  return {
    kindId,
    store: (values.store || null) as Store | null,
    department: (values.department || null) as Department | null,
    effectiveOn: values.effectiveOn,
    endsOn: values.endsOn || null,
    method: values.method,
    steps: accrues
      ? values.steps.map(({ years, hours }) => ({
          afterYears: countOf(years) ?? 0,
          minutes: minutesOf(hours) ?? 0,
        }))
      : [],
    period: isPeriod ? values.period : null,
    periodAnchor: isPeriod && hasAnchor(values) ? values.periodAnchor || null : null,
    yearStart:
      values.yearStart === 'hired'
        ? null
        : { month: Number(values.yearMonth), day: countOf(values.yearDay) ?? 1 },
    workedMinutes:
      values.method === 'hours_worked' ? (minutesOf(values.workedMinutes) ?? null) : null,
    waitingDays: countOf(values.waitingDays || '0') ?? 0,
    usableAfterDays: countOf(values.usableAfterDays || '0') ?? 0,
    capMinutes: minutesOf(values.capMinutes) ?? null,
    carryOverMinutes: accrues ? (minutesOf(values.carryOverMinutes) ?? null) : null,
    carryOverMonths:
      accrues && values.carryOverMonths ? (countOf(values.carryOverMonths) ?? null) : null,
    prorates: values.prorates,
  };
}

const isCount = (text: string, max: number) => (countOf(text || '0') ?? max + 1) <= max;

const hasYears = ({ years }: StepText) => isCount(years, 60);
const hasHours = ({ hours }: StepText) => !!minutesOf(hours);

function problemsOf(values: Values): Record<string, string | false> {
  const hours = 'Enter hours, such as 40 or 7:30';
  const always = { effectiveOn: values.effectiveOn === '' && 'Choose a day' } as const;
  if (values.method === 'none') return always;
  const day = countOf(values.yearDay) ?? 0;
  const months = countOf(values.carryOverMonths || '1') ?? 0;
  return {
    ...always,
    steps:
      !values.steps.every((step) => hasYears(step) && hasHours(step)) &&
      'Enter years and hours for each step',
    periodAnchor:
      values.method === 'period' &&
      hasAnchor(values) &&
      values.periodAnchor === '' &&
      'Choose a day',
    workedMinutes: values.method === 'hours_worked' && !minutesOf(values.workedMinutes) && hours,
    yearStart: values.yearStart === 'date' && (day < 1 || day > 31) && 'Enter a day of the month',
    waitingDays: !isCount(values.waitingDays, 1000) && 'Enter a number of days',
    usableAfterDays: !isCount(values.usableAfterDays, 1000) && 'Enter a number of days',
    capMinutes: minutesOf(values.capMinutes) === undefined && hours,
    carryOverMinutes: minutesOf(values.carryOverMinutes) === undefined && hours,
    carryOverMonths: (months < 1 || months > 12) && 'Enter 1 to 12 months',
  };
}

interface StepsProps {
  unit: string;
  steps: readonly StepText[];
  error: string | undefined;
  onChange: (steps: readonly StepText[]) => void;
}

/** The hours by years of service. */
function Steps({ unit, steps, error, onChange }: StepsProps) {
  const change = (at: number, part: Partial<StepText>) =>
    onChange(steps.map((step, nth) => (nth === at ? { ...step, ...part } : step)));
  const wrong = steps.findIndex((step) => !hasYears(step) || !hasHours(step));
  // What only the server refuses is about the steps together.
  const errorAt = error === undefined ? undefined : wrong === -1 ? steps.length - 1 : wrong;
  return (
    <fieldset className="col-span-2 flex min-w-0 flex-col gap-2">
      <legend className="pb-1.5 text-sm font-medium text-text">{`${unit}, by years of service`}</legend>
      {steps.map((step, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place
        <div key={at} className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_var(--row)] gap-3">
          <TextField
            label="From year"
            labelHidden={at > 0}
            inputMode="numeric"
            readOnly={at === 0}
            aria-label={`From years of service, step ${at + 1}`}
            value={step.years}
            error={at === errorAt && !hasYears(step) ? error : undefined}
            onChange={({ target }) => change(at, { years: target.value })}
          />
          <TextField
            label={unit}
            labelHidden={at > 0}
            inputMode="decimal"
            aria-label={`${unit}, step ${at + 1}`}
            value={step.hours}
            error={at === errorAt && hasYears(step) ? error : undefined}
            onChange={({ target }) => change(at, { hours: target.value })}
          />
          {at > 0 && (
            <IconButton
              icon={Trash2}
              label={`Remove step ${at + 1}`}
              onClick={() => onChange(steps.filter((_, nth) => nth !== at))}
            />
          )}
        </div>
      ))}
      {steps.length < 10 && (
        <Button
          size="sm"
          className="self-start"
          onClick={() => onChange([...steps, { years: '5', hours: '' }])}
        >
          Add step
        </Button>
      )}
    </fieldset>
  );
}

interface YearProps {
  values: Values;
  error: string | undefined;
  set: <K extends keyof Values>(name: K, value: Values[K]) => void;
}

function YearStart({ values, error, set }: YearProps) {
  return (
    <div className="col-span-2 grid grid-cols-2 items-start gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)]">
      <SelectField
        label="The leave year begins"
        className="col-span-2 sm:col-span-1"
        options={[
          { value: 'date', label: 'On a day of the year' },
          { value: 'hired', label: 'On the anniversary of the hire date' },
        ]}
        value={values.yearStart}
        onChange={({ target }) => set('yearStart', target.value)}
      />
      {values.yearStart === 'date' && (
        <>
          <SelectField
            label="Month"
            options={monthNames.map((label, at) => ({ value: String(at + 1), label }))}
            value={values.yearMonth}
            onChange={({ target }) => set('yearMonth', target.value)}
          />
          <TextField
            label="Day"
            inputMode="numeric"
            value={values.yearDay}
            error={error}
            onChange={({ target }) => set('yearDay', target.value)}
          />
        </>
      )}
    </div>
  );
}
