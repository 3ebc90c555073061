import { zonedLabel } from '../../../../platform/web/time/zoneLabels.ts';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { type DueChoice, dueChoices, dueNames, type NoticeForm } from './form.ts';

type Due = Pick<NoticeForm, 'due' | 'time'>;

interface Props extends Due {
  label: string;
  id: string;
  error?: string | undefined;
  onChange: (part: Partial<Due>) => void;
}

const options = dueChoices.map((value) => ({ value, label: dueNames[value] }));

/** The due time: a preset, or a custom date and time. */
export function DueFields({ label, id, due, time, error, onChange }: Props) {
  const hasTime = due === 'time';
  return (
    <div className="flex flex-wrap items-start gap-3">
      <SelectField
        id={hasTime ? undefined : id}
        label={label}
        required
        value={due}
        options={options}
        error={hasTime ? undefined : error}
        className="min-w-48 flex-1"
        onChange={({ target }) => onChange({ due: target.value as DueChoice })}
      />
      {hasTime && (
        <TextField
          id={id}
          type="datetime-local"
          label={zonedLabel('Date and time')}
          required
          value={time}
          error={error}
          className="min-w-48 flex-1"
          onChange={({ target }) => onChange({ time: target.value })}
        />
      )}
    </div>
  );
}
