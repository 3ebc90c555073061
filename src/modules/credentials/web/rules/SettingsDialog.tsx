import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReplyOf } from '../../../../platform/contract/endpoint.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { useDialogForm } from '../../../../platform/web/forms/useDialogForm.ts';
import { refreshRecords } from '../../../../platform/web/records/useRecordList.ts';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { FormDialog } from '../../../../platform/web/ui/FormDialog.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { type Effect, effects, getSettings, saveSettings } from '../../contract/kinds.ts';
import { effectNames } from '../../contract/labels.ts';
import { queries } from '../state/useCredentials.ts';

const title = 'Rules';
const description =
  'What happens when someone whose job needs a credential doesn’t have a valid one.';

/** What happens when someone may not sell or drive. */
export default function SettingsDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery(queryOptionsFor(getSettings));
  if (data) return <SettingsForm settings={data} onClose={onClose} />;
  return (
    <Dialog open onOpenChange={onClose} title={title} description={description}>
      {error ? (
        <NotLoaded what="rules" error={error} onRetry={refetch} />
      ) : (
        <Skeleton className="h-40" />
      )}
    </Dialog>
  );
}

interface Props {
  settings: ReplyOf<typeof getSettings>;
  onClose: () => void;
}

const options = effects.map((value) => ({ value, label: effectNames[value] }));

function SettingsForm({ settings, onClose }: Props) {
  const client = useQueryClient();
  const [{ version, selling, driving, may }] = useState(settings);
  const form = useDialogForm({ selling, driving });
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(saveSettings, { body: { version, ...form.values } }),
    onSuccess: () => {
      toast({ title: 'Rules saved' });
      onClose();
    },
    onError: form.refuse,
    onSettled: () => refreshRecords(client, queries),
  });
  return (
    <FormDialog
      size="sm"
      title={title}
      description={description}
      verb="Save"
      pending={isPending}
      isReadOnly={!may.edit}
      isDirty={form.isDirty}
      refusal={form.refusal}
      onClose={onClose}
      onSubmit={() => mutate()}
    >
      <SelectField
        label="Leads and deals"
        hint="When someone who may not sell is assigned. Refuse also skips them in the lead rotation."
        options={options}
        value={form.values.selling}
        error={form.errors.selling}
        onChange={({ target }) => form.set('selling', target.value as Effect)}
      />
      <SelectField
        label="Vehicle check-outs"
        hint="When a vehicle is checked out to an employee who may not drive."
        options={options}
        value={form.values.driving}
        error={form.errors.driving}
        onChange={({ target }) => form.set('driving', target.value as Effect)}
      />
    </FormDialog>
  );
}
