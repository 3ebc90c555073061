import { SelectField } from '../../../../../platform/web/ui/SelectField.tsx';
import { weekdayNames } from '../../../contract/period.ts';
import { hourOf, ordinalOf } from '../labels.ts';
import type { Values } from './values.ts';

const frequencies = [
  { value: 'day', label: 'Every day' },
  { value: 'week', label: 'Every week' },
  { value: 'month', label: 'Every month' },
];
const weekdays = weekdayNames.map((label, at) => ({ value: String(at), label }));
const days = Array.from({ length: 31 }, (_, at) => ({
  value: String(at + 1),
  label: at === 30 ? 'The last day' : `The ${ordinalOf(at + 1)}`,
}));
const hours = Array.from({ length: 24 }, (_, at) => ({ value: String(at), label: hourOf(at) }));

interface Props {
  values: Values;
  onChange: (changed: Partial<Values>) => void;
}

/** When a view is emailed, in the group time zone. */
export function TimingFields({ values, onChange }: Props) {
  const { every, weekday, day, hour } = values;
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
      <SelectField
        label="How often"
        options={frequencies}
        value={every}
        onChange={({ target }) =>
          onChange({
            every: target.value === 'day' ? 'day' : target.value === 'week' ? 'week' : 'month',
          })
        }
      />
      {every === 'week' && (
        <SelectField
          label="On"
          options={weekdays}
          value={String(weekday)}
          onChange={({ target }) => onChange({ weekday: Number(target.value) })}
        />
      )}
      {every === 'month' && (
        <SelectField
          label="On"
          options={days}
          value={String(day)}
          hint={day > 28 && day < 31 ? 'In shorter months, the last day.' : undefined}
          onChange={({ target }) => onChange({ day: Number(target.value) })}
        />
      )}
      <SelectField
        label="At"
        options={hours}
        value={String(hour)}
        onChange={({ target }) => onChange({ hour: Number(target.value) })}
      />
    </div>
  );
}
