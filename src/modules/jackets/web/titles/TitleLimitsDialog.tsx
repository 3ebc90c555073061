import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { storeNames } from '../../../../platform/contract/names.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { countOf } from '../../../../platform/web/format/amounts.ts';
import { useChosenForm } from '../../../../platform/web/forms/useChosenForm.ts';
import { refreshRecords } from '../../../../platform/web/records/useRecordList.ts';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { FormDialog } from '../../../../platform/web/ui/FormDialog.tsx';
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
  const { data, error, refetch } = useQuery(queryOptionsFor(listTitleLimits));
  if (data?.[0]) return <LimitsDialog limits={data} first={data[0]} onClose={onClose} />;
  return (
    <Dialog open onOpenChange={onClose} title={title} description={description}>
      {error ? (
        <NotLoaded what="limits" error={error} onRetry={refetch} />
      ) : (
        <Skeleton className="h-64" />
      )}
    </Dialog>
  );
}

const title = 'Title limits';
const description = 'Steps that take longer are overdue. States differ, and so do lenders.';

const valuesOf = ({ since, days }: TitleLimits): Record<string, string> => ({
  since,
  ...Object.fromEntries(titleTasks.map((task) => [task, String(days[task])])),
});

interface Props {
  limits: readonly TitleLimits[];
  first: TitleLimits;
  onClose: () => void;
}

function LimitsDialog({ limits, first, onClose }: Props) {
  const client = useQueryClient();
  const { chosen, form, choose, question } = useChosenForm(first, valuesOf);
  const { store, version, days, may } = chosen;
  const typed = { ...days };
  for (const task of titleTasks) typed[task] = countOf(form.values[task] ?? '') ?? Number.NaN;
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call(saveTitleLimits, {
        params: { store },
        body: { version, since: form.values.since ?? '', days: typed },
      }),
    onSuccess: () => {
      toast({ title: `Limits for ${storeNames[store]} saved` });
      onClose();
    },
    onError: form.refuse,
    onSettled: () => refreshRecords(client, queries),
  });
  const submit = () => {
    const problems = titleTasks.map((task) => [task, problemOf(typed[task])]);
    const noDay = form.values.since ? undefined : 'Choose a day';
    if (form.check({ since: noDay, ...Object.fromEntries(problems) })) mutate();
  };
  return (
    <FormDialog
      title={title}
      description={description}
      verb="Save"
      pending={isPending}
      isReadOnly={!may.edit}
      isDirty={form.isDirty}
      refusal={form.refusal}
      formClassName="grid items-start gap-4 sm:grid-cols-2"
      onClose={onClose}
      onSubmit={submit}
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
      {titleTasks.map((task) => (
        <TextField
          key={task}
          label={`${stepNames[task]}, days`}
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
      {question}
    </FormDialog>
  );
}

function problemOf(days: number): string | undefined {
  if (!Number.isInteger(days) || days < 1) return 'Enter whole days, at least 1';
  return days > limitMaxDays ? 'At most 365 days' : undefined;
}
