import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { useDialogForm } from '../../../../platform/web/forms/useDialogForm.ts';
import { refreshRecords } from '../../../../platform/web/records/useRecordList.ts';
import { FormDialog } from '../../../../platform/web/ui/FormDialog.tsx';
import { addItem, getRun, type Run, type RunItem, saveItem } from '../../contract.ts';
import {
  findItemProblems,
  ItemFields,
  type ItemValues,
  newItem,
  toItemInput,
} from '../parts/ItemFields.tsx';
import { queries, useChoices } from '../state/useOnboarding.ts';

interface Props {
  run: Run;
  /** Null: a new one. */
  item: RunItem | null;
  onClose: () => void;
}

const dayMs = 86_400_000;

const valuesOf = (run: Run, item: RunItem): ItemValues => ({
  title: item.title,
  note: item.note,
  kind: item.kind,
  owner: item.owner,
  ownerId: item.owner === 'person' ? String(item.ownerPerson?.id ?? '') : '',
  dueDays: String(Math.round((Date.parse(item.dueOn) - Date.parse(run.day)) / dayMs)),
});

/** Adds a task to a list, or changes one. */
export default function ItemDialog({ run, item, onClose }: Props) {
  const client = useQueryClient();
  const { staff } = useChoices();
  // Repeats of one submit share it.
  const [clientId] = useState(() => crypto.randomUUID());
  const form = useDialogForm<ItemValues>(item ? valuesOf(run, item) : newItem);
  const save = useMutation({
    mutationFn: () => {
      const input = toItemInput(form.values);
      return item
        ? call(saveItem, {
            params: { itemId: item.id },
            body: { version: item.version, ...input },
          })
        : call(addItem, { params: { runId: run.id }, body: { clientId, ...input } });
    },
    onSuccess: (saved) => {
      client.setQueryData(queryKeyFor(getRun, { params: { runId: run.id } }), saved);
      onClose();
    },
    onError: form.refuse,
    onSettled: () => refreshRecords(client, queries),
  });
  return (
    <FormDialog
      size="sm"
      title={item ? 'Edit task' : 'Add task'}
      verb={item ? 'Save' : 'Add task'}
      pending={save.isPending}
      isDirty={form.isDirty}
      refusal={form.refusal}
      onClose={onClose}
      onSubmit={() => form.check(findItemProblems(form.values)) && save.mutate()}
    >
      <ItemFields
        kind={run.kind}
        values={form.values}
        errors={form.errors}
        staff={staff}
        onChange={form.set}
      />
    </FormDialog>
  );
}
