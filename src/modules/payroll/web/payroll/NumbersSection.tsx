import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../../platform/web/api/call.ts';
import { useDialogForm } from '../../../../platform/web/forms/useDialogForm.ts';
import { RecordSection } from '../../../../platform/web/records/RecordSection.tsx';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { FactList } from '../../../../platform/web/ui/FactList.tsx';
import { FormDialog } from '../../../../platform/web/ui/FormDialog.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { type Provider, providerNames, providers, setNumber } from '../../contract/exports.ts';
import type { Payee } from '../../contract/review.ts';
import { refreshPayroll } from '../state/usePayroll.ts';

interface Props {
  payee: Payee;
  numbers: readonly { provider: Provider; number: string }[];
}

/** The numbers of an employee at the payroll providers. */
export function NumbersSection({ payee, numbers }: Props) {
  const [editing, setEditing] = useState<Provider>();
  const numberAt = (provider: Provider) =>
    numbers.find((one) => one.provider === provider)?.number ?? '';
  const usual = (provider: Provider) => (provider === 'gusto' ? 'By name' : payee.employeeNumber);
  return (
    <RecordSection label="Numbers at payroll providers">
      <FactList
        rows={providers.map((provider) => [
          providerNames[provider],
          <span key={provider} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            {numberAt(provider) || usual(provider) || 'No employee number'}
            <Button
              size="sm"
              aria-label={`Change the number at ${providerNames[provider]}`}
              onClick={() => setEditing(provider)}
            >
              Change
            </Button>
          </span>,
        ])}
      />
      {editing && (
        <NumberDialog
          payee={payee}
          provider={editing}
          number={numberAt(editing)}
          onClose={() => setEditing(undefined)}
        />
      )}
    </RecordSection>
  );
}

interface DialogProps {
  payee: Payee;
  provider: Provider;
  number: string;
  onClose: () => void;
}

function NumberDialog({ payee, provider, number, onClose }: DialogProps) {
  const client = useQueryClient();
  const form = useDialogForm({ number });
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call(setNumber, {
        params: { id: payee.id, provider },
        body: { number: form.values.number.trim() },
      }),
    onSuccess: async () => {
      await refreshPayroll(client);
      onClose();
    },
    onError: form.refuse,
  });
  return (
    <FormDialog
      size="sm"
      title={`${payee.name} at ${providerNames[provider]}`}
      isDirty={form.isDirty}
      verb="Save number"
      pending={isPending}
      refusal={form.refusal}
      onClose={onClose}
      onSubmit={() => mutate()}
    >
      <TextField
        label="Number"
        maxLength={20}
        value={form.values.number}
        error={form.errors.number}
        hint={
          provider === 'gusto'
            ? 'The Gusto employee ID of six characters. Empty: Gusto goes by the name.'
            : 'Empty: the employee number.'
        }
        onChange={({ target }) => form.set('number', target.value)}
      />
    </FormDialog>
  );
}
