import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { TextArea } from '../../../../platform/web/ui/TextArea.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import {
  type ItemInput,
  type ItemKind,
  kindsOf,
  type Owner,
  owners,
  type RunKind,
} from '../../contract/kinds.ts';
import { dayNames, dueText, kindNames, ownerNames } from '../state/labels.ts';

export interface ItemValues {
  title: string;
  note: string;
  kind: ItemKind;
  owner: Owner;
  ownerId: string;
  dueDays: string;
}

export const newItem: ItemValues = {
  title: '',
  note: '',
  kind: 'task',
  owner: 'manager',
  ownerId: '',
  dueDays: '0',
};

export const toItemInput = (values: ItemValues): ItemInput => ({
  title: values.title.trim(),
  note: values.note.trim(),
  kind: values.kind,
  owner: values.owner,
  ownerId: values.owner === 'person' && values.ownerId ? Number(values.ownerId) : null,
  dueDays: Number(values.dueDays),
});

export const findItemProblems = (values: ItemValues) => ({
  title: values.title.trim() ? undefined : 'Enter what is to do',
  ownerId: values.owner !== 'person' || values.ownerId ? undefined : 'Choose who does it',
  dueDays:
    /^-?\d{1,3}$/.test(values.dueDays) && Math.abs(Number(values.dueDays)) <= 365
      ? undefined
      : 'Enter days from -365 to 365',
});

interface Props {
  kind: RunKind;
  values: ItemValues;
  errors: Partial<Record<string, string>>;
  staff: readonly { id: number; name: string }[];
  onChange: <K extends keyof ItemValues>(name: K, value: ItemValues[K]) => void;
}

/** What is to do, by whom and when. */
export function ItemFields({ kind, values, errors, staff, onChange }: Props) {
  const days = Number(values.dueDays);
  return (
    <>
      <TextField
        label="Task"
        required
        maxLength={200}
        autoComplete="off"
        value={values.title}
        error={errors.title}
        onChange={(event) => onChange('title', event.target.value)}
      />
      <SelectField
        label="Checked by"
        hint={
          values.kind === 'task'
            ? 'Done when its owner says so.'
            : 'The system shows how it stands, and it can’t be marked as done before.'
        }
        options={kindsOf[kind].map((value) => ({
          value,
          label: value === 'task' ? 'Its owner' : `System: ${kindNames[value].toLowerCase()}`,
        }))}
        value={values.kind}
        error={errors.kind}
        onChange={(event) => onChange('kind', event.target.value as ItemKind)}
      />
      <SelectField
        label="Owner"
        options={owners.map((value) => ({ value, label: ownerNames[value] }))}
        value={values.owner}
        onChange={(event) => onChange('owner', event.target.value as Owner)}
      />
      {values.owner === 'person' && (
        <SelectField
          label="Who"
          required
          options={[
            { value: '', label: 'Choose an employee' },
            ...staff.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          value={values.ownerId}
          error={errors.ownerId}
          onChange={(event) => onChange('ownerId', event.target.value)}
        />
      )}
      <TextField
        label={`Due, in days from the ${dayNames[kind].toLowerCase()}`}
        type="number"
        min={-365}
        max={365}
        required
        hint={Number.isInteger(days) ? dueText(kind, days) : undefined}
        value={values.dueDays}
        error={errors.dueDays}
        onChange={(event) => onChange('dueDays', event.target.value)}
      />
      <TextArea
        label="Note"
        rows={2}
        maxLength={1000}
        value={values.note}
        error={errors.note}
        onChange={(event) => onChange('note', event.target.value)}
      />
    </>
  );
}
