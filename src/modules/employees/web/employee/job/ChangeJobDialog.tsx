import { useId } from 'react';
import { departments } from '../../../../../platform/contract/access.ts';
import type { Reference } from '../../../../../platform/contract/fields.ts';
import { departmentNames, homeStoreName } from '../../../../../platform/contract/names.ts';
import { call } from '../../../../../platform/web/api/call.ts';
import { RecordSheet } from '../../../../../platform/web/forms/RecordSheet.tsx';
import { checkedBy, useRecordForm } from '../../../../../platform/web/forms/useRecordForm.ts';
import { today } from '../../../../../platform/web/time/days.ts';
import { SelectField } from '../../../../../platform/web/ui/SelectField.tsx';
import { TextField } from '../../../../../platform/web/ui/TextField.tsx';
import type { EmployeePage } from '../../../contract/employee.ts';
import { changeJob } from '../../../contract/writing.ts';
import { EmployeePicker } from '../../parts/EmployeePicker.tsx';
import { storeOptionsOf } from '../../state/labels.ts';
import {
  type EmployeeFile,
  getLatestFile,
  useChoices,
  useShowSaved,
} from '../../state/useEmployees.ts';

interface Values {
  jobTitle: string;
  store: string;
  department: string;
  manager: Reference | null;
  effectiveOn: string;
  reason: string;
}

const valuesOf = ({ jobTitle, store, department, manager }: EmployeePage): Values => ({
  jobTitle: jobTitle ?? '',
  store: store ?? '',
  department: department ?? '',
  manager,
  effectiveOn: today(),
  reason: '',
});

/** Another title, store, department or manager, from a day on. */
export default function ChangeJobDialog({
  file,
  onClose,
}: {
  file: EmployeeFile;
  onClose: () => void;
}) {
  const { jobTitles, hr } = useChoices();
  const listId = useId();
  const showSaved = useShowSaved();
  const form = useRecordForm<Values, EmployeePage>({
    noun: 'job',
    record: file,
    emptyValues: () => valuesOf(file),
    valuesOf,
    getLatest: getLatestFile,
    resolver: checkedBy(({ effectiveOn, reason }) => ({
      ...(!effectiveOn && { effectiveOn: 'Choose a day' }),
      ...(!reason.trim() && { reason: 'Enter a reason, such as “Promotion”' }),
    })),
    save: (values, { version }) =>
      call(changeJob, {
        params: { employeeId: file.id },
        body: {
          version,
          jobTitle: values.jobTitle.trim() || null,
          store: (values.store || null) as EmployeePage['store'],
          department: (values.department || null) as EmployeePage['department'],
          managerId: values.manager?.id ?? null,
          effectiveOn: values.effectiveOn,
          reason: values.reason.trim(),
        },
      }),
    errorsOf: ({ managerId, ...fields }) => ({
      ...fields,
      ...(managerId && { manager: managerId }),
    }),
    onSaved: (saved) => {
      showSaved(saved);
      onClose();
    },
    fieldNames: {
      jobTitle: 'Title',
      store: 'Store',
      department: 'Department',
      manager: 'Manager',
    },
    valueTexts: {
      store: (value) => homeStoreName((value || null) as EmployeePage['store']),
      department: (value) => (value ? departmentNames[value as keyof typeof departmentNames] : ''),
      manager: (value) => value?.name ?? '',
    },
  });
  const isPlanned = form.values.effectiveOn > today();
  return (
    <RecordSheet
      form={form}
      size="md"
      className="gap-4"
      title="Change job"
      description={`${file.name}. The account’s permissions stay as they are.`}
      saveLabel={isPlanned ? 'Plan change' : 'Change job'}
      needsEdit
      onClose={onClose}
    >
      <TextField
        label="Job title"
        maxLength={100}
        autoComplete="off"
        list={listId}
        {...form.field('jobTitle')}
      />
      <datalist id={listId}>
        {jobTitles.map((title) => (
          <option key={title} value={title} />
        ))}
      </datalist>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Store"
          options={storeOptionsOf(hr?.stores ?? [], hr?.seesGroup ?? false, file.store)}
          {...form.field('store')}
        />
        <SelectField label="Department" options={departmentOptions} {...form.field('department')} />
      </div>
      <EmployeePicker
        label="Manager"
        hint="Leave it empty for someone who reports to no one"
        value={form.values.manager}
        error={form.errorOf('manager')}
        exceptId={file.id}
        onChange={(manager) => form.set('manager', manager)}
      />
      <TextField
        label="Effective"
        type="date"
        required
        hint={
          isPlanned
            ? 'The change takes effect when this day begins'
            : 'Today or earlier changes the file at once; a later day plans the change'
        }
        {...form.field('effectiveOn')}
      />
      <TextField
        label="Reason"
        required
        maxLength={200}
        autoComplete="off"
        placeholder="Promotion, transfer, new manager"
        {...form.field('reason')}
      />
    </RecordSheet>
  );
}

const departmentOptions = [
  { value: '', label: 'None' },
  ...departments.map((value) => ({ value, label: departmentNames[value] })),
];
