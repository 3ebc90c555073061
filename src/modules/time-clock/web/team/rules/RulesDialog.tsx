import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Scale } from 'lucide-react';
import { type SubmitEvent, useId, useState } from 'react';
import { sentenceOf } from '../../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../../platform/web/api/call.ts';
import { queryKeyFor, queryOptionsFor } from '../../../../../platform/web/api/queryClient.ts';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../../platform/web/ui/Dialog.tsx';
import { Notice } from '../../../../../platform/web/ui/Notice.tsx';
import { SelectField } from '../../../../../platform/web/ui/SelectField.tsx';
import { TextField } from '../../../../../platform/web/ui/TextField.tsx';
import { toast } from '../../../../../platform/web/ui/toast.ts';
import {
  type Law,
  laws,
  type Policy,
  policyStores,
  readPolicy,
  setPolicy,
} from '../../../contract/rules.ts';
import { getClock } from '../../../contract.ts';
import { lawNames, titled } from '../../state/labels.ts';

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const weekdayOptions = weekdays.map((label, day) => ({ value: String(day), label }));
const lawOptions = laws.map((value) => ({ value, label: lawNames[value] }));

/** The rules for calculating hours, for system managers. */
export function RulesButton() {
  const [open, setOpen] = useState(false);
  const { data } = useQuery(queryOptionsFor(readPolicy));
  return (
    <>
      <Button disabled={!data} onClick={() => setOpen(true)}>
        <Scale aria-hidden="true" />
        Rules
      </Button>
      {open && data && <RulesDialog policy={data} onClose={() => setOpen(false)} />}
    </>
  );
}

function RulesDialog({ policy, onClose }: { policy: Policy; onClose: () => void }) {
  const formId = useId();
  const [values, setValues] = useState(policy);
  const { save, isPending, errorText } = useSavePolicy(onClose);
  const set = (change: Partial<Policy>) => setValues({ ...values, ...change });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isPending) save(values);
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="How hours are calculated"
      description="Approved weeks keep the rules they were approved with."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            pending={isPending}
            pendingLabel="Saving..."
          >
            Save rules
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4">
        {errorText && (
          <Notice tone="danger" live>
            {errorText}
          </Notice>
        )}
        <SelectField
          label="Workweek starts on"
          options={weekdayOptions}
          value={String(values.weekStartsOn)}
          onChange={(event) => set({ weekStartsOn: Number(event.target.value) })}
        />
        <fieldset className="grid gap-3 sm:grid-cols-3">
          <legend className="mb-1.5 text-sm font-medium text-text">Law by store</legend>
          {policyStores.map((store) => (
            <SelectField
              key={store}
              label={titled(store)}
              options={lawOptions}
              value={values.laws[store]}
              onChange={(event) =>
                set({ laws: { ...values.laws, [store]: event.target.value as Law } })
              }
            />
          ))}
        </fieldset>
        <Minutes
          label="Paid break limit (minutes)"
          hint="Federal law counts breaks of 5 to 20 minutes as work. Enter 0 for no paid breaks."
          value={values.paidBreakMinutes}
          onChange={(paidBreakMinutes) => set({ paidBreakMinutes })}
        />
        <Minutes
          label="Flag missed meal break after (minutes)"
          hint="An earlier limit in state law applies first. Enter 0 for never."
          value={values.breakAfterMinutes}
          onChange={(breakAfterMinutes) => set({ breakAfterMinutes })}
        />
      </form>
    </Dialog>
  );
}

interface MinutesProps {
  label: string;
  hint: string;
  value: number;
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

function useSavePolicy(onSaved: () => void) {
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: Policy) => call(setPolicy, { body }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: queryKeyFor(getClock) });
      toast({ title: 'Rules saved' });
      onSaved();
    },
  });
  return {
    save: mutate,
    isPending,
    errorText: error && sentenceOf(error, "Couldn't save the rules. Try again."),
  };
}
