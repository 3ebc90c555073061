import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { useDialogForm } from '../../../../platform/web/forms/useDialogForm.ts';
import { optionsOf } from '../../../../platform/web/records/filters.ts';
import { refreshRecords } from '../../../../platform/web/records/useRecordList.ts';
import { today } from '../../../../platform/web/time/days.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { FormDialog } from '../../../../platform/web/ui/FormDialog.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { documentTypes } from '../../../documents/contract.ts';
import {
  addStipulation,
  getJacket,
  type Jacket,
  type JacketStipulation,
  removeStipulation,
  saveStipulation,
} from '../../contract/jacket.ts';
import { queries } from '../state/useJackets.ts';

interface Props {
  dealId: number;
  /** Null: a new one. */
  stipulation: JacketStipulation | null;
  onClose: () => void;
}

const types: Record<string, string> = documentTypes.deals;

/** A stipulation: what the lender wants, by when, and the document that satisfies it. */
export default function StipulationDialog({ dealId, stipulation, onClose }: Props) {
  const client = useQueryClient();
  // Repeats of one submit share it.
  const [clientId] = useState(() => crypto.randomUUID());
  const form = useDialogForm({
    text: stipulation?.text ?? '',
    dueOn: stipulation?.dueOn ?? today(),
    type: stipulation?.type ?? '',
  });
  const { text, dueOn, type } = form.values;
  const settle = {
    onSuccess: (jacket: Jacket) => {
      const key = queryKeyFor(getJacket, { params: { record: 'deal', recordId: dealId } });
      client.setQueryData(key, jacket);
      onClose();
    },
    onError: form.refuse,
    onSettled: () => refreshRecords(client, queries),
  };
  const save = useMutation({
    mutationFn: () => {
      const facts = { text: text.trim(), dueOn, type: type || null };
      return stipulation
        ? call(saveStipulation, {
            params: { stipulationId: stipulation.stipulationId },
            body: { version: stipulation.version, ...facts },
          })
        : call(addStipulation, { params: { dealId }, body: { clientId, ...facts } });
    },
    ...settle,
  });
  const remove = useMutation({
    mutationFn: ({ stipulationId, version }: JacketStipulation) =>
      call(removeStipulation, { params: { stipulationId }, query: { version } }),
    ...settle,
  });
  const submit = () => {
    const problems = {
      text: text.trim() ? undefined : 'Enter what the lender wants',
      dueOn: dueOn ? undefined : 'Choose a day',
    };
    if (form.check(problems)) save.mutate();
  };
  return (
    <FormDialog
      size="sm"
      title={stipulation ? 'Edit stipulation' : 'Add stipulation'}
      verb={stipulation ? 'Save' : 'Add'}
      pending={save.isPending}
      isDisabled={remove.isPending}
      isDirty={form.isDirty}
      refusal={form.refusal}
      actions={
        stipulation && (
          <Button
            variant="ghost"
            className="mr-auto"
            pending={remove.isPending}
            disabled={save.isPending}
            onClick={() => remove.isPending || remove.mutate(stipulation)}
          >
            Remove
          </Button>
        )
      }
      onClose={onClose}
      onSubmit={submit}
    >
      <TextField
        label="What the lender wants"
        required
        maxLength={200}
        autoComplete="off"
        value={text}
        error={form.errors.text}
        onChange={(event) => form.set('text', event.target.value)}
      />
      <TextField
        label="Due"
        type="date"
        required
        value={dueOn}
        error={form.errors.dueOn}
        onChange={(event) => form.set('dueOn', event.target.value)}
      />
      <SelectField
        label="Satisfied by"
        hint="It can be cleared once such a document is filed for the deal"
        options={optionsOf('No document', Object.keys(types), types)}
        value={type}
        error={form.errors.type}
        onChange={(event) => form.set('type', event.target.value)}
      />
    </FormDialog>
  );
}
