import { useMutation, useQueryClient } from '@tanstack/react-query';
import { storeNames } from '../../../../platform/contract/names.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { useChosenForm } from '../../../../platform/web/forms/useChosenForm.ts';
import { FormDialog } from '../../../../platform/web/ui/FormDialog.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { limitMaxHours, type ReconLimits, setLimits } from '../../contract/recon/limits.ts';
import { limitedStages, stageLimitHours, stageNames } from '../../contract/recon/stages.ts';
import { refreshVehicles } from '../state/useVehicles.ts';

interface Props {
  limits: readonly ReconLimits[];
  onClose: () => void;
}

/** Time limits per stage and store. */
export default function LimitsDialog({ limits, onClose }: Props) {
  const [first] = limits;
  return first ? <ChosenLimits limits={limits} first={first} onClose={onClose} /> : null;
}

const valuesOf = ({ hours }: ReconLimits): Record<string, string> =>
  Object.fromEntries(limitedStages.map((stage) => [stage, String(hours[stage])]));

function ChosenLimits({ limits, first, onClose }: Props & { first: ReconLimits }) {
  const client = useQueryClient();
  const { chosen, form, choose, question } = useChosenForm(first, valuesOf);
  const { store, version, hours } = chosen;
  const typed = { ...hours };
  for (const stage of limitedStages)
    typed[stage] = Number(form.values[stage]?.trim() || Number.NaN);
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(setLimits, { params: { store }, body: { version, hours: typed } }),
    onSuccess: () => {
      toast({ title: `Limits for ${storeNames[store]} saved` });
      onClose();
    },
    onError: form.refuse,
    onSettled: () => refreshVehicles(client),
  });
  return (
    <FormDialog
      size="sm"
      title="Stage limits"
      description="Vehicles over the limit are marked on the board, and the store’s managers are notified."
      verb="Save"
      pending={isPending}
      isDirty={form.isDirty}
      refusal={form.refusal}
      formClassName="grid grid-cols-2 items-start gap-4"
      onClose={onClose}
      onSubmit={() => {
        const problems = limitedStages.map((stage) => [stage, problemOf(typed[stage])]);
        if (form.check(Object.fromEntries(problems))) mutate();
      }}
    >
      {limits.length > 1 && (
        <SelectField
          label="Store"
          className="col-span-full"
          options={limits.map((one) => ({ value: one.store, label: storeNames[one.store] }))}
          value={store}
          onChange={({ target }) =>
            choose(limits.find((one) => one.store === target.value) ?? chosen)
          }
        />
      )}
      {limitedStages.map((stage) => (
        <TextField
          key={stage}
          label={`${stageNames[stage]} (hours)`}
          hint={`Default: ${stageLimitHours[stage]}`}
          inputMode="numeric"
          required
          autoComplete="off"
          maxLength={5}
          value={form.values[stage] ?? ''}
          error={form.errors[stage]}
          onChange={(event) => form.set(stage, event.target.value)}
        />
      ))}
      {question}
    </FormDialog>
  );
}

function problemOf(hours: number): string | undefined {
  if (!Number.isInteger(hours) || hours < 1) return 'Enter whole hours, at least 1';
  if (hours > limitMaxHours) return 'At most 90 days (2,160 hours)';
  return undefined;
}
