import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../platform/web/api/call.ts';
import { useDialogForm } from '../../../../platform/web/forms/useDialogForm.ts';
import { refreshRecords } from '../../../../platform/web/records/useRecordList.ts';
import { today } from '../../../../platform/web/time/days.ts';
import { FormDialog } from '../../../../platform/web/ui/FormDialog.tsx';
import { TextArea } from '../../../../platform/web/ui/TextArea.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import type { Credential } from '../../contract/credential.ts';
import { inSentence } from '../../contract/labels.ts';
import { revokeCredential } from '../../contract.ts';
import { keyOf, queries } from '../state/useCredentials.ts';

interface Props {
  credential: Credential;
  userId: number;
  onClose: () => void;
}

/** Records that the state or the issuer suspended or revoked it. */
export default function RevokeDialog({ credential, userId, onClose }: Props) {
  const client = useQueryClient();
  const form = useDialogForm({ on: today(), reason: '' });
  const { on, reason } = form.values;
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call(revokeCredential, {
        params: { credentialId: credential.id },
        body: { version: credential.version, on, reason: reason.trim() },
      }),
    onSuccess: (saved) => {
      client.setQueryData(keyOf(userId), saved);
      onClose();
    },
    onError: form.refuse,
    onSettled: () => refreshRecords(client, queries),
  });
  const submit = () => {
    const problems = {
      on: !on && 'Choose a day',
      reason: !reason.trim() && 'Enter a reason',
    };
    if (form.check(problems)) mutate();
  };
  return (
    <FormDialog
      size="sm"
      title={`Mark ${inSentence(credential.kind.name)} as revoked`}
      description="It doesn’t count from that day on. You can restore it later."
      verb="Mark as revoked"
      pending={isPending}
      isDirty={form.isDirty}
      refusal={form.refusal}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextField
        label="Revoked on"
        type="date"
        required
        max={today()}
        value={on}
        error={form.errors.on}
        onChange={(event) => form.set('on', event.target.value)}
      />
      <TextArea
        label="Reason"
        required
        rows={2}
        maxLength={200}
        value={reason}
        error={form.errors.reason}
        onChange={(event) => form.set('reason', event.target.value)}
      />
    </FormDialog>
  );
}
