import { SelectField } from '../../../../../platform/web/ui/SelectField.tsx';
import { TextField } from '../../../../../platform/web/ui/TextField.tsx';
import { type EquipmentKind, equipmentKinds } from '../../../contract/fields.ts';
import { equipmentNames } from '../../state/labels.ts';

export interface ItemValues {
  kind: EquipmentKind;
  name: string;
  serial: string;
  note: string;
}

const placeholders: Record<EquipmentKind, { name: string; serial: string }> = {
  key: { name: 'Key, shop door', serial: 'Key tag' },
  plate: { name: 'Dealer plate', serial: 'Plate number' },
  uniform: { name: 'Shop jacket', serial: 'Size' },
  device: { name: 'Laptop', serial: 'Serial number' },
  other: { name: 'Parking card', serial: 'Number' },
};

interface Props {
  values: ItemValues;
  errorOf: (name: keyof ItemValues) => string | undefined;
  onChange: (values: ItemValues) => void;
}

/** One item that is issued. */
export function ItemFields({ values, errorOf, onChange }: Props) {
  const { kind } = values;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label="Kind"
        options={equipmentKinds.map((value) => ({ value, label: equipmentNames[value] }))}
        value={kind}
        error={errorOf('kind')}
        onChange={({ target }) => onChange({ ...values, kind: target.value as EquipmentKind })}
      />
      <TextField
        label="What it is"
        required
        maxLength={100}
        autoComplete="off"
        placeholder={placeholders[kind].name}
        value={values.name}
        error={errorOf('name')}
        onChange={({ target }) => onChange({ ...values, name: target.value })}
      />
      <TextField
        label="Number"
        maxLength={60}
        autoComplete="off"
        placeholder={placeholders[kind].serial}
        value={values.serial}
        error={errorOf('serial')}
        onChange={({ target }) => onChange({ ...values, serial: target.value })}
      />
      <TextField
        label="Condition"
        maxLength={500}
        autoComplete="off"
        placeholder="New"
        value={values.note}
        error={errorOf('note')}
        onChange={({ target }) => onChange({ ...values, note: target.value })}
      />
    </div>
  );
}
