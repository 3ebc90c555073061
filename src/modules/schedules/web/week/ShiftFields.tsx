import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { durationText } from '../state/labels.ts';
import { lengthOf, type ShiftValues } from '../state/shiftForm.ts';

interface Props {
  values: ShiftValues;
  errors: Partial<Record<string, string>>;
  onChange: (name: keyof ShiftValues, value: string) => void;
}

const breaks = [0, 15, 30, 45, 60, 90, 120];

/** Times, break, role and note. */
export function ShiftFields({ values, errors, onChange }: Props) {
  const { start, end, breakMinutes, role, note } = values;
  const minutes = lengthOf(values);
  const offered = [...new Set([...breaks, Number(breakMinutes)])].toSorted((a, b) => a - b);
  return (
    <>
      <div className="grid grid-cols-2 items-start gap-4 sm:grid-cols-3">
        <TextField
          label="Start"
          type="time"
          required
          value={start}
          error={errors.start}
          onChange={({ target }) => onChange('start', target.value)}
        />
        <TextField
          label="End"
          type="time"
          required
          value={end}
          error={errors.end}
          hint={start && end && end <= start ? 'On the next day' : undefined}
          onChange={({ target }) => onChange('end', target.value)}
        />
        <SelectField
          label="Break"
          options={offered.map((value) => ({
            value: String(value),
            label: value === 0 ? 'No break' : durationText(value),
          }))}
          value={breakMinutes}
          error={errors.breakMinutes}
          onChange={({ target }) => onChange('breakMinutes', target.value)}
        />
      </div>
      {minutes !== null && minutes > 0 && (
        <p className="-mt-2 text-sm text-muted tabular-nums">{durationText(minutes)} of work</p>
      )}
      <TextField
        label="Role"
        hint="If it isn’t their usual job"
        maxLength={60}
        autoComplete="off"
        value={role}
        error={errors.role}
        onChange={({ target }) => onChange('role', target.value)}
      />
      <TextField
        label="Note"
        maxLength={300}
        autoComplete="off"
        value={note}
        error={errors.note}
        onChange={({ target }) => onChange('note', target.value)}
      />
    </>
  );
}
