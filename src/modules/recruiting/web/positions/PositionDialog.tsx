import { useQueryClient } from '@tanstack/react-query';
import { departments } from '../../../../platform/contract/access.ts';
import { departmentNames, homeStoreName } from '../../../../platform/contract/names.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { RecordSheet } from '../../../../platform/web/forms/RecordSheet.tsx';
import { checkedBy, useRecordForm } from '../../../../platform/web/forms/useRecordForm.ts';
import { refreshRecords } from '../../../../platform/web/records/useRecordList.ts';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { TextArea } from '../../../../platform/web/ui/TextArea.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { EmployeePicker, storeOptionsOf } from '../../../employees/web/public.ts';
import {
  addPosition,
  type Choices,
  getPosition,
  type Position,
  positionStatuses,
  savePosition,
} from '../../contract.ts';
import { statusNames } from '../state/labels.ts';
import { queries } from '../state/useRecruiting.ts';

interface Values {
  jobTitle: string;
  store: string;
  department: string;
  manager: Position['manager'] | null;
  openings: string;
  startOn: string;
  status: string;
  note: string;
}

const valuesOf = (position: Position): Values => ({
  jobTitle: position.jobTitle,
  store: position.store ?? '',
  department: position.department,
  manager: position.manager,
  openings: String(position.openings),
  startOn: position.startOn ?? '',
  status: position.status,
  note: position.note,
});

interface Props {
  choices: Choices;
  /** Absent: a new one. */
  position: Position | undefined;
  onClose: () => void;
}

export default function PositionDialog({ choices, position, onClose }: Props) {
  const client = useQueryClient();
  const form = useRecordForm<Values, Position>({
    noun: 'position',
    record: position,
    emptyValues: () => ({
      jobTitle: '',
      store: choices.stores[0] ?? '',
      department: '',
      manager: null,
      openings: '1',
      startOn: '',
      status: 'open',
      note: '',
    }),
    valuesOf,
    getLatest: ({ id }) => call(getPosition, { params: { positionId: id } }),
    resolver: checkedBy((values) => ({
      ...(!values.jobTitle.trim() && { jobTitle: 'Enter a job title' }),
      ...(!values.department && { department: 'Choose a department' }),
      ...(!values.manager && { manager: 'Choose a hiring manager' }),
      ...(!/^[1-9]\d?$/.test(values.openings.trim()) && {
        openings: 'Enter a number from 1 to 99',
      }),
    })),
    save: (values, { version, clientId }) => {
      const input = {
        jobTitle: values.jobTitle.trim(),
        store: (values.store || null) as Position['store'],
        department: values.department as Position['department'],
        managerId: values.manager?.id ?? 0,
        openings: Number(values.openings),
        startOn: values.startOn || null,
        note: values.note.trim(),
      };
      return position
        ? call(savePosition, {
            params: { positionId: position.id },
            body: { version, ...input, status: values.status as Position['status'] },
          })
        : call(addPosition, { body: { clientId, ...input } });
    },
    errorsOf: ({ managerId, ...fields }) => ({
      ...fields,
      ...(managerId && { manager: managerId }),
    }),
    onSaved: () => {
      void refreshRecords(client, queries);
      onClose();
    },
    fieldNames: {
      jobTitle: 'Job title',
      store: 'Store',
      department: 'Department',
      manager: 'Hiring manager',
      openings: 'Openings',
      startOn: 'Start',
      status: 'Status',
      note: 'Notes',
    },
    valueTexts: {
      store: (value) => homeStoreName((value || null) as Position['store']),
      department: (value) => departmentNames[value as Position['department']] ?? '',
      manager: (value) => value?.name ?? '',
      status: (value) => statusNames[value as Position['status']],
    },
  });
  return (
    <RecordSheet
      form={form}
      size="md"
      className="gap-4"
      title={position ? 'Edit position' : 'Open position'}
      saveLabel={position ? 'Save' : 'Open position'}
      needsEdit={position !== undefined}
      onClose={onClose}
    >
      <TextField
        label="Job title"
        required
        maxLength={100}
        autoComplete="off"
        {...form.field('jobTitle')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Store"
          options={storeOptionsOf(choices.stores, choices.keepsGroup, position?.store)}
          {...form.field('store')}
        />
        <SelectField
          label="Department"
          required
          placeholder="Choose a department"
          options={departments.map((value) => ({ value, label: departmentNames[value] }))}
          {...form.field('department')}
        />
        <TextField
          label="Openings"
          required
          inputMode="numeric"
          maxLength={2}
          autoComplete="off"
          {...form.field('openings')}
        />
        <TextField label="Start" type="date" {...form.field('startOn')} />
        {position && (
          <SelectField
            label="Status"
            options={positionStatuses.map((value) => ({ value, label: statusNames[value] }))}
            {...form.field('status')}
          />
        )}
      </div>
      <EmployeePicker
        label="Hiring manager"
        required
        hint="Sees and manages the applicants"
        value={form.values.manager}
        error={form.errorOf('manager')}
        onChange={(manager) => form.set('manager', manager)}
      />
      <TextArea label="Notes" maxLength={2_000} rows={4} {...form.field('note')} />
    </RecordSheet>
  );
}
