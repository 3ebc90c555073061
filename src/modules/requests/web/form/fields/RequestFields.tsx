import { toInputs } from '../../../../../platform/web/time/inputs.ts';
import { zonedLabel } from '../../../../../platform/web/time/zoneLabels.ts';
import { SelectField } from '../../../../../platform/web/ui/SelectField.tsx';
import { TextField } from '../../../../../platform/web/ui/TextField.tsx';
import { type Kind, kindNames, kinds } from '../../../contract.ts';
import { type DueChoice, dueChoices, type RequestForm } from '../form.ts';

interface Props {
  formId: string;
  form: RequestForm;
  error: string;
  onChange: (part: Partial<RequestForm>) => void;
}

const kindOptions = kinds.map((value) => ({
  value,
  label: value === 'other' ? 'Other' : kindNames[value],
}));

/** Type and due time of a request. */
export function RequestFields({ formId, form, error, onChange }: Props) {
  const now = new Date();
  const exact = form.due === 'exact';
  return (
    <>
      <SelectField
        label="Type"
        options={kindOptions}
        value={form.kind}
        onChange={({ target }) => onChange({ kind: target.value as Kind })}
      />
      <div className="flex flex-wrap items-start gap-3">
        <SelectField
          label="Due"
          options={dueChoices(now)}
          value={form.due}
          className="min-w-44 flex-1"
          onChange={({ target }) => onChange({ due: target.value as DueChoice })}
        />
        {exact && (
          <>
            <TextField
              id={`${formId}-date`}
              type="date"
              label="Date"
              required
              min={toInputs(now).date}
              value={form.date}
              error={error || undefined}
              className="min-w-36 flex-1"
              onChange={({ target }) => onChange({ date: target.value })}
            />
            <TextField
              type="time"
              label={zonedLabel('Time', now)}
              required
              value={form.time}
              className="min-w-28 flex-1"
              onChange={({ target }) => onChange({ time: target.value })}
            />
          </>
        )}
      </div>
    </>
  );
}
