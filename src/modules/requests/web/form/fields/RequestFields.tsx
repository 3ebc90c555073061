import type { RecordForm } from '../../../../../platform/web/forms/useRecordForm.ts';
import { toInputs } from '../../../../../platform/web/time/inputs.ts';
import { zonedLabel } from '../../../../../platform/web/time/zoneLabels.ts';
import { SelectField } from '../../../../../platform/web/ui/SelectField.tsx';
import { TextField } from '../../../../../platform/web/ui/TextField.tsx';
import { kindNames, kinds } from '../../../contract.ts';
import { type DueChoice, dueChoices, type RequestValues } from '../form.ts';

const kindOptions = kinds.map((value) => ({
  value,
  label: value === 'other' ? 'Other' : kindNames[value],
}));

/** Type and due time of a request. */
export function RequestFields({ form }: { form: RecordForm<RequestValues> }) {
  const now = new Date();
  const { due, date } = form.values;
  return (
    <>
      <SelectField {...form.field('kind')} label="Type" options={kindOptions} />
      <div className="flex flex-wrap items-start gap-3">
        <SelectField
          label="Due"
          options={dueChoices(now)}
          value={due}
          className="min-w-50 flex-1"
          // With the date, whose error is about all three.
          onChange={({ target }) => form.change({ due: target.value as DueChoice, date })}
        />
        {due === 'exact' && (
          <>
            <TextField
              {...form.field('date')}
              type="date"
              label="Date"
              required
              min={toInputs(now).date}
              className="min-w-36 flex-1"
            />
            <TextField
              type="time"
              label={zonedLabel('Time', now)}
              required
              value={form.values.time}
              className="min-w-28 flex-1"
              onChange={({ target }) => form.change({ time: target.value, date })}
            />
          </>
        )}
      </div>
    </>
  );
}
