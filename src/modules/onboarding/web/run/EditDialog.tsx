import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { useDialogForm } from '../../../../platform/web/forms/useDialogForm.ts';
import { refreshRecords } from '../../../../platform/web/records/useRecordList.ts';
import { FormDialog } from '../../../../platform/web/ui/FormDialog.tsx';
import { TextArea } from '../../../../platform/web/ui/TextArea.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { getRun, type Run, saveRun } from '../../contract.ts';
import { dayNames, runNames } from '../state/labels.ts';
import { queries } from '../state/useOnboarding.ts';
import { LeavingFields, type LeavingValues, toLeaving } from './LeavingFields.tsx';

interface Values extends LeavingValues {
  day: string;
  note: string;
}

/** Changes the day and what HR says; the due days of open tasks move along. */
export default function EditDialog({ run, onClose }: { run: Run; onClose: () => void }) {
  const client = useQueryClient();
  const leaves = run.kind === 'offboarding';
  const form = useDialogForm<Values>({
    day: run.day,
    note: run.note,
    endTime: run.endTime ?? '',
    reason: run.hr?.reason ?? '',
    mayReturn: run.hr?.mayReturn == null ? '' : run.hr.mayReturn ? 'yes' : 'no',
  });
  const { values, errors } = form;
  const save = useMutation({
    mutationFn: () =>
      call(saveRun, {
        params: { runId: run.id },
        body: {
          version: run.version,
          day: values.day,
          note: values.note.trim(),
          ...(leaves && toLeaving(values)),
        },
      }),
    onSuccess: (saved) => {
      client.setQueryData(queryKeyFor(getRun, { params: { runId: run.id } }), saved);
      onClose();
    },
    onError: form.refuse,
    onSettled: () => refreshRecords(client, queries),
  });
  const submit = () => {
    const problems = {
      day: values.day ? undefined : 'Choose a day',
      reason: !leaves || values.reason ? undefined : 'Choose a reason',
    };
    if (form.check(problems)) save.mutate();
  };
  return (
    <FormDialog
      size="sm"
      title={`Edit ${runNames[run.kind].toLowerCase()}`}
      verb="Save"
      pending={save.isPending}
      isDirty={form.isDirty}
      refusal={form.refusal}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextField
        label={dayNames[run.kind]}
        type="date"
        required
        hint="The due days of open tasks move along."
        value={values.day}
        error={errors.day}
        onChange={(event) => form.set('day', event.target.value)}
      />
      {leaves && (
        <LeavingFields
          values={values}
          errors={errors}
          onChange={({ endTime, reason, mayReturn }) => {
            if (endTime !== undefined) form.set('endTime', endTime);
            if (reason !== undefined) form.set('reason', reason);
            if (mayReturn !== undefined) form.set('mayReturn', mayReturn);
          }}
        />
      )}
      <TextArea
        label="Note"
        rows={2}
        maxLength={1000}
        value={values.note}
        error={errors.note}
        onChange={(event) => form.set('note', event.target.value)}
      />
    </FormDialog>
  );
}
