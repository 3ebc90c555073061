import { useQueryClient } from '@tanstack/react-query';
import { storeNames } from '../../../../../platform/contract/names.ts';
import { call } from '../../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../../platform/web/api/queryClient.ts';
import { RecordSheet } from '../../../../../platform/web/forms/RecordSheet.tsx';
import { checkedBy, useNewForm } from '../../../../../platform/web/forms/useRecordForm.ts';
import { SelectField } from '../../../../../platform/web/ui/SelectField.tsx';
import { TextField } from '../../../../../platform/web/ui/TextField.tsx';
import { toast } from '../../../../../platform/web/ui/toast.ts';
import { type Law, laws, type Policy, policyStores, setPolicy } from '../../../contract/rules.ts';
import { getClock } from '../../../contract.ts';
import { lawNames } from '../../state/labels.ts';

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const weekdayOptions = weekdays.map((label, day) => ({ value: String(day), label }));
const lawOptions = laws.map((value) => ({ value, label: lawNames[value] }));

/** The rules for calculating hours. */
export default function RulesDialog({ policy, onClose }: { policy: Policy; onClose: () => void }) {
  const client = useQueryClient();
  const form = useNewForm<Policy, Policy>({
    noun: 'rules',
    emptyValues: () => policy,
    resolver: checkedBy(() => ({})),
    save: (body) => call(setPolicy, { body }),
    onSaved() {
      void client.invalidateQueries({ queryKey: queryKeyFor(getClock) });
      toast({ title: 'Rules saved' });
      onClose();
    },
  });
  const { values } = form;
  return (
    <RecordSheet
      form={form}
      size="md"
      className="gap-4"
      title="How hours are calculated"
      description="Approved weeks keep the rules they were approved with."
      saveLabel="Save rules"
      onClose={onClose}
    >
      <SelectField
        label="Workweek starts on"
        options={weekdayOptions}
        value={String(values.weekStartsOn)}
        error={form.errorOf('weekStartsOn')}
        onChange={(event) => form.set('weekStartsOn', Number(event.target.value))}
      />
      <fieldset className="grid gap-3 sm:grid-cols-3">
        <legend className="mb-1.5 text-sm font-medium text-text">Law by store</legend>
        {policyStores.map((store) => (
          <SelectField
            key={store}
            label={storeNames[store]}
            options={lawOptions}
            value={values.laws[store]}
            onChange={(event) =>
              form.set('laws', { ...values.laws, [store]: event.target.value as Law })
            }
          />
        ))}
      </fieldset>
      <Minutes
        label="Paid break limit, minutes"
        hint="Federal law counts breaks of 5 to 20 minutes as work. Enter 0 for no paid breaks."
        value={values.paidBreakMinutes}
        error={form.errorOf('paidBreakMinutes')}
        onChange={(minutes) => form.set('paidBreakMinutes', minutes)}
      />
      <Minutes
        label="Flag missed meal break after, minutes"
        hint="An earlier limit in state law applies first. Enter 0 for never."
        value={values.breakAfterMinutes}
        error={form.errorOf('breakAfterMinutes')}
        onChange={(minutes) => form.set('breakAfterMinutes', minutes)}
      />
    </RecordSheet>
  );
}

interface MinutesProps {
  label: string;
  hint: string;
  value: number;
  error: string | undefined;
  onChange: (minutes: number) => void;
}

function Minutes({ value, onChange, ...field }: MinutesProps) {
  return (
    <TextField
      {...field}
      type="number"
      min={0}
      max={1440}
      inputMode="numeric"
      value={String(value)}
      onChange={(event) => onChange(event.target.valueAsNumber || 0)}
    />
  );
}
