import { today } from '../../../../../platform/web/time/days.ts';
import { TextField } from '../../../../../platform/web/ui/TextField.tsx';

export interface ReturnValues {
  returnedOn: string;
  returnNote: string;
}

interface Props {
  values: ReturnValues;
  errors: Partial<Record<string, string>>;
  onChange: (name: keyof ReturnValues, value: string) => void;
}

/** When equipment came back, and in what condition. */
export function ReturnFields({ values, errors, onChange }: Props) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        label="Returned on"
        type="date"
        required
        max={today()}
        value={values.returnedOn}
        error={errors.returnedOn}
        onChange={({ target }) => onChange('returnedOn', target.value)}
      />
      <TextField
        label="Condition on return"
        maxLength={500}
        autoComplete="off"
        value={values.returnNote}
        error={errors.returnNote}
        onChange={({ target }) => onChange('returnNote', target.value)}
      />
    </div>
  );
}
