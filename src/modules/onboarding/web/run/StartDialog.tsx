import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { departments, type Store, stores } from '../../../../platform/contract/access.ts';
import { departmentNames, storeNames } from '../../../../platform/contract/names.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { useDialogForm } from '../../../../platform/web/forms/useDialogForm.ts';
import { optionsOf } from '../../../../platform/web/records/filters.ts';
import { refreshRecords } from '../../../../platform/web/records/useRecordList.ts';
import { FormDialog } from '../../../../platform/web/ui/FormDialog.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { TextArea } from '../../../../platform/web/ui/TextArea.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { type RunKind, runKinds } from '../../contract/kinds.ts';
import { type Choices, listTemplates, startRun, type Template } from '../../contract.ts';
import { dayNames, runNames } from '../state/labels.ts';
import { queries, runHref, useChoices } from '../state/useOnboarding.ts';
import { LeavingFields, type LeavingValues, toLeaving } from './LeavingFields.tsx';

interface Values extends LeavingValues {
  kind: RunKind;
  /** An id, or `new`: a new hire without an account. */
  who: string;
  name: string;
  jobTitle: string;
  store: string;
  department: string;
  managerId: string;
  day: string;
  /** Empty: none; undefined: the one that fits best. */
  templateId: string | undefined;
  note: string;
}

type Department = (typeof departments)[number];

/** Starts an onboarding or an offboarding. */
export default function StartDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const choices = useChoices();
  const { data: templates = [] } = useQuery(queryOptionsFor(listTemplates));
  // Repeats of one submit share it.
  const [clientId] = useState(() => crypto.randomUUID());
  const form = useDialogForm<Values>({
    kind: 'onboarding',
    who: '',
    name: '',
    jobTitle: '',
    store: choices.stores.length === 1 ? (choices.stores[0] ?? '') : '',
    department: '',
    managerId: '',
    day: choices.today,
    endTime: '',
    reason: '',
    mayReturn: '',
    templateId: undefined,
    note: '',
  });
  const { values } = form;
  const { kind } = values;
  const isNew = kind === 'onboarding' && values.who === 'new';
  const employee = choices.employees.find(({ id }) => String(id) === values.who);
  const about = isNew ? values : employee;
  const offered = templates.filter((one) => one.kind === kind);
  const templateId = values.templateId ?? String(bestOf(offered, about)?.id ?? '');
  const save = useMutation({
    mutationFn: () =>
      call(startRun, {
        body: {
          clientId,
          kind,
          employeeId: isNew ? null : Number(values.who),
          hire: isNew ? hireOf(values) : null,
          day: values.day,
          templateId: templateId ? Number(templateId) : null,
          ...(kind === 'offboarding' && toLeaving(values)),
          note: values.note.trim(),
        },
      }),
    onSuccess: (run) => {
      onClose();
      navigate(runHref(run.id));
    },
    onError: form.refuse,
    onSettled: () => refreshRecords(client, queries),
  });
  const submit = () => {
    const problems = {
      who: values.who ? undefined : 'Choose an employee',
      name: !isNew || values.name.trim() ? undefined : 'Enter a name',
      day: values.day ? undefined : 'Choose a day',
      reason: kind === 'onboarding' || values.reason ? undefined : 'Choose a reason',
    };
    if (form.check(problems)) save.mutate();
  };
  return (
    <FormDialog
      size="md"
      title="Start onboarding or offboarding"
      verb="Start"
      pending={save.isPending}
      isDirty={form.isDirty}
      refusal={form.refusal ?? form.errors.employeeId}
      onClose={onClose}
      onSubmit={submit}
    >
      <SelectField
        label="Kind"
        options={runKinds.map((value) => ({ value, label: runNames[value] }))}
        value={kind}
        onChange={(event) => {
          form.set('kind', event.target.value as RunKind);
          form.set('who', '');
          form.set('templateId', undefined);
        }}
      />
      <SelectField
        label="Employee"
        required
        options={employeeOptions(kind, choices)}
        value={values.who}
        error={form.errors.who}
        onChange={(event) => form.set('who', event.target.value)}
      />
      {isNew && <HireFields form={form} choices={choices} />}
      <TextField
        label={dayNames[kind]}
        type="date"
        required
        hint={kind === 'onboarding' ? 'Due days of the tasks follow from it.' : undefined}
        value={values.day}
        error={form.errors.day}
        onChange={(event) => form.set('day', event.target.value)}
      />
      {kind === 'offboarding' && (
        <LeavingFields
          values={values}
          errors={form.errors}
          onChange={({ endTime, reason, mayReturn }) => {
            if (endTime !== undefined) form.set('endTime', endTime);
            if (reason !== undefined) form.set('reason', reason);
            if (mayReturn !== undefined) form.set('mayReturn', mayReturn);
          }}
        />
      )}
      <SelectField
        label="Checklist"
        options={[
          { value: '', label: 'No checklist' },
          ...offered.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        value={templateId}
        error={form.errors.templateId}
        onChange={(event) => form.set('templateId', event.target.value)}
      />
      <TextArea
        label="Note"
        rows={2}
        maxLength={1000}
        value={values.note}
        error={form.errors.note}
        onChange={(event) => form.set('note', event.target.value)}
      />
    </FormDialog>
  );
}

const hireOf = (values: Values) => ({
  name: values.name.trim(),
  jobTitle: values.jobTitle.trim(),
  store: (values.store || null) as Store | null,
  department: (values.department || null) as Department | null,
  managerId: values.managerId ? Number(values.managerId) : null,
});

function employeeOptions(kind: RunKind, { employees }: Choices) {
  return [
    { value: '', label: 'Choose an employee' },
    ...(kind === 'onboarding' ? [{ value: 'new', label: 'New hire without an account' }] : []),
    ...employees.map(({ id, name, jobTitle, hasOpenRun, refusal }) => {
      const refused = kind === 'offboarding' && refusal !== null;
      const why = hasOpenRun ? 'already has a list' : refused ? 'can’t be offboarded' : jobTitle;
      return {
        value: String(id),
        label: why ? `${name} (${why})` : name,
        disabled: hasOpenRun || refused,
      };
    }),
  ];
}

/** The most specific one that fits; one for another store, department or title never does. */
function bestOf(
  templates: readonly Template[],
  about: { store: string | null; department: string | null; jobTitle: string } | undefined,
): Template | undefined {
  if (!about) return undefined;
  const title = about.jobTitle.trim().toLowerCase();
  const fits = ({ store, department, jobTitle }: Template) =>
    (store === null || store === about.store) &&
    (department === null || department === about.department) &&
    (jobTitle === '' || jobTitle.toLowerCase() === title);
  const weight = ({ store, department, jobTitle }: Template) =>
    (jobTitle ? 4 : 0) + (department ? 2 : 0) + (store ? 1 : 0);
  return templates.filter(fits).toSorted((a, b) => weight(b) - weight(a))[0];
}

interface HireProps {
  form: ReturnType<typeof useDialogForm<Values>>;
  choices: Choices;
}

/** HR creates no accounts: those who manage them get this as a task. */
function HireFields({ form, choices }: HireProps) {
  const { values, errors } = form;
  const group = choices.stores.length === stores.length;
  return (
    <>
      <TextField
        label="Name"
        required
        maxLength={200}
        autoComplete="off"
        hint="IT gets a task to create the account."
        value={values.name}
        error={errors.name ?? errors['hire.name']}
        onChange={(event) => form.set('name', event.target.value)}
      />
      <TextField
        label="Job title"
        maxLength={100}
        autoComplete="off"
        value={values.jobTitle}
        onChange={(event) => form.set('jobTitle', event.target.value)}
      />
      <SelectField
        label="Store"
        options={
          group
            ? optionsOf('Whole group', choices.stores, storeNames)
            : choices.stores.map((value) => ({ value, label: storeNames[value] }))
        }
        value={values.store}
        error={errors['hire.store']}
        onChange={(event) => form.set('store', event.target.value)}
      />
      <SelectField
        label="Department"
        options={optionsOf('Not specified', departments, departmentNames)}
        value={values.department}
        onChange={(event) => form.set('department', event.target.value)}
      />
      <SelectField
        label="Manager"
        options={[
          { value: '', label: 'Not specified' },
          ...choices.staff.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        value={values.managerId}
        error={errors['hire.managerId']}
        onChange={(event) => form.set('managerId', event.target.value)}
      />
    </>
  );
}
