import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { storeNames } from '../../../../platform/contract/names.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { countOf } from '../../../../platform/web/format/amounts.ts';
import { useDialogForm } from '../../../../platform/web/forms/useDialogForm.ts';
import { refreshRecords } from '../../../../platform/web/records/useRecordList.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { toast } from '../../../../platform/web/ui/toast.ts';
import {
  clockNames,
  limitMaxDays,
  listTitleLimits,
  saveTitleLimits,
  stepNames,
  type TitleLimits,
  titleTasks,
} from '../../contract/titles.ts';
import { queries } from '../state/useJackets.ts';

/** How many days the steps of the title work may take, by store. */
export default function TitleLimitsDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const { data, error, refetch } = useQuery(queryOptionsFor(listTitleLimits));
  const [chosen, setChosen] = useState('');
  const [pending, setPending] = useState(false);
  const selected = data?.find(({ store }) => store === chosen) ?? data?.[0];
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Title limits"
      description="Steps that take longer are overdue. States differ, and so do lenders."
      footer={
        selected?.may.edit ? (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" form={formId} variant="primary" pending={pending}>
              Save
            </Button>
          </>
        ) : (
          <Button onClick={onClose}>Close</Button>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {data && data.length > 1 && (
          <SelectField
            label="Store"
            options={data.map(({ store }) => ({ value: store, label: storeNames[store] }))}
            value={selected?.store ?? ''}
            onChange={({ target }) => setChosen(target.value)}
          />
        )}
        {selected ? (
          <LimitsForm
            key={selected.store}
            formId={formId}
            limits={selected}
            pending={pending}
            setPending={setPending}
            onClose={onClose}
          />
        ) : error ? (
          <NotLoaded what="limits" error={error} onRetry={refetch} />
        ) : (
          <Skeleton className="h-64" />
        )}
      </div>
    </Dialog>
  );
}

interface FormProps {
  formId: string;
  limits: TitleLimits;
  pending: boolean;
  setPending: (pending: boolean) => void;
  onClose: () => void;
}

function LimitsForm({ formId, limits, pending, setPending, onClose }: FormProps) {
  const client = useQueryClient();
  // The version when opened, so that later changes by others are not overwritten.
  const [{ store, version, since, days, may }] = useState(limits);
  const form = useDialogForm<Record<string, string>>({
    since,
    ...Object.fromEntries(titleTasks.map((task) => [task, String(days[task])])),
  });
  const typed = { ...days };
  for (const task of titleTasks) typed[task] = countOf(form.values[task] ?? '') ?? Number.NaN;
  const { mutate } = useMutation({
    mutationFn: () =>
      call(saveTitleLimits, {
        params: { store },
        body: { version, since: form.values.since ?? '', days: typed },
      }),
    onMutate: () => setPending(true),
    onSuccess: () => {
      toast({ title: `Limits for ${storeNames[store]} saved` });
      onClose();
    },
    onError: form.refuse,
    onSettled: () => {
      setPending(false);
      return refreshRecords(client, queries);
    },
  });
  return (
    <form
      id={formId}
      noValidate
      className="grid items-start gap-4 sm:grid-cols-2"
      onSubmit={(event) => {
        event.preventDefault();
        const problems = titleTasks.map((task) => [task, problemOf(typed[task])]);
        const noDay = form.values.since ? undefined : 'Choose a day';
        if (form.check({ since: noDay, ...Object.fromEntries(problems) }) && !pending) mutate();
      }}
    >
      {form.refusal && (
        <Notice tone="danger" live className="sm:col-span-2">
          {form.refusal}
        </Notice>
      )}
      {titleTasks.map((task) => (
        <TextField
          key={task}
          label={`${stepNames[task]} (days)`}
          hint={clockNames[task]}
          inputMode="numeric"
          required
          readOnly={!may.edit}
          autoComplete="off"
          maxLength={3}
          value={form.values[task] ?? ''}
          error={form.errors[task]}
          onChange={(event) => form.set(task, event.target.value)}
        />
      ))}
      <TextField
        label="Deals delivered since"
        hint="Earlier ones are not followed"
        type="date"
        required
        readOnly={!may.edit}
        value={form.values.since ?? ''}
        error={form.errors.since}
        onChange={(event) => form.set('since', event.target.value)}
      />
    </form>
  );
}

function problemOf(days: number): string | undefined {
  if (!Number.isInteger(days) || days < 1) return 'Enter whole days, at least 1';
  return days > limitMaxDays ? 'At most 365 days' : undefined;
}
