import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { useDialogForm } from '../../../../platform/web/forms/useDialogForm.ts';
import { optionsOf } from '../../../../platform/web/records/filters.ts';
import { refreshRecords } from '../../../../platform/web/records/useRecordList.ts';
import { today } from '../../../../platform/web/time/days.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
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
  const formId = useId();
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
  const isPending = save.isPending || remove.isPending;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title={stipulation ? 'Edit stipulation' : 'Add stipulation'}
      footer={
        <>
          {stipulation && (
            <Button
              variant="ghost"
              className="mr-auto"
              pending={remove.isPending}
              onClick={() => isPending || remove.mutate(stipulation)}
            >
              Remove
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" pending={save.isPending}>
            {stipulation ? 'Save' : 'Add'}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          const problems = {
            text: text.trim() ? undefined : 'Enter what the lender wants',
            dueOn: dueOn ? undefined : 'Choose a day',
          };
          if (form.check(problems) && !isPending) save.mutate();
        }}
      >
        {form.refusal && (
          <Notice tone="danger" live>
            {form.refusal}
          </Notice>
        )}
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
      </form>
    </Dialog>
  );
}
