import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { storeNames } from '../../../../platform/contract/names.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { useDialogForm } from '../../../../platform/web/forms/useDialogForm.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
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
  const formId = useId();
  const [chosen, setChosen] = useState(limits[0]?.store);
  const [pending, setPending] = useState(false);
  const selected = limits.find(({ store }) => store === chosen) ?? limits[0];
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title="Stage limits"
      description="Vehicles over the limit are marked on the board, and the store’s managers are notified."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" pending={pending}>
            Save
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {limits.length > 1 && (
          <SelectField
            label="Store"
            options={limits.map(({ store }) => ({ value: store, label: storeNames[store] }))}
            value={selected?.store ?? ''}
            onChange={({ target }) =>
              setChosen(limits.find(({ store }) => store === target.value)?.store)
            }
          />
        )}
        {selected && (
          <LimitsForm
            key={selected.store}
            formId={formId}
            onClose={onClose}
            pending={pending}
            setPending={setPending}
            limits={selected}
          />
        )}
      </div>
    </Dialog>
  );
}

interface FormProps {
  formId: string;
  limits: ReconLimits;
  pending: boolean;
  setPending: (pending: boolean) => void;
  onClose: () => void;
}

function LimitsForm({ formId, limits, pending, setPending, onClose }: FormProps) {
  const client = useQueryClient();
  // The version when opened, so that later changes by others are not overwritten.
  const [{ store, version, hours }] = useState(limits);
  const form = useDialogForm<Record<string, string>>(
    Object.fromEntries(limitedStages.map((stage) => [stage, String(hours[stage])])),
  );
  const typed = { ...hours };
  for (const stage of limitedStages)
    typed[stage] = Number(form.values[stage]?.trim() || Number.NaN);
  const { mutate } = useMutation({
    mutationFn: () => call(setLimits, { params: { store }, body: { version, hours: typed } }),
    onMutate: () => setPending(true),
    onSuccess: () => {
      toast({ title: `Limits for ${storeNames[store]} saved` });
      onClose();
    },
    onError: form.refuse,
    onSettled: () => {
      setPending(false);
      return refreshVehicles(client);
    },
  });
  return (
    <form
      id={formId}
      noValidate
      className="grid grid-cols-2 items-start gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        const problems = limitedStages.map((stage) => [stage, problemOf(typed[stage])]);
        if (form.check(Object.fromEntries(problems)) && !pending) mutate();
      }}
    >
      {form.refusal && (
        <Notice tone="danger" live className="col-span-2">
          {form.refusal}
        </Notice>
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
    </form>
  );
}

function problemOf(hours: number): string | undefined {
  if (!Number.isInteger(hours) || hours < 1) return 'Enter whole hours, at least 1';
  if (hours > limitMaxHours) return 'At most 90 days (2,160 hours)';
  return undefined;
}
