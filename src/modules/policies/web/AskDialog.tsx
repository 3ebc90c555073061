import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { v7 as uuid } from 'uuid';
import { sentenceOf } from '../../../platform/web/api/ApiError.ts';
import { call } from '../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../platform/web/api/queryClient.ts';
import { FormDialog } from '../../../platform/web/ui/FormDialog.tsx';
import { SelectField } from '../../../platform/web/ui/SelectField.tsx';
import { TextArea } from '../../../platform/web/ui/TextArea.tsx';
import { useChannels } from '../../chat/web/public.ts';
import { type Audience, everyone } from '../../notices/contract.ts';
import {
  AudienceFields,
  checkDue,
  type DueChoice,
  DueFields,
  dueOf,
  useAudienceCount,
} from '../../notices/web/public.ts';
import { askAcknowledgment, listAcknowledgments } from '../contract.ts';

/** The current version of a policy. */
export interface PolicyProps {
  document: { id: number; title: string; versionNumber: number };
}

interface Props extends PolicyProps {
  onClose: () => void;
}

interface Form {
  channelId: string;
  audience: Audience;
  due: DueChoice;
  /** The value of a `datetime-local` field, in the group's time zone. */
  time: string;
  note: string;
}

const blank: Form = { channelId: '', audience: everyone, due: 'days', time: '', note: '' };

/** Asks the people of a conversation to acknowledge the current version of a policy. */
export default function AskDialog({ document, onClose }: Props) {
  const [form, setForm] = useState(blank);
  const [errors, setErrors] = useState<{ channelId?: string; time?: string | undefined }>({});
  const formId = useId();
  const channels = (useChannels().data ?? []).filter(
    ({ userId, userIds, archivedAt }) =>
      userId === null && userIds.length === 0 && archivedAt === null,
  );
  const count = useAudienceCount(form.channelId, form.audience);
  const ask = useAsking(document, onClose);
  const change = (part: Partial<Form>) => {
    setForm({ ...form, ...part });
    setErrors({});
  };
  const submit = () => {
    const time = checkDue(form, new Date());
    if (!form.channelId) setErrors({ channelId: 'Choose a conversation', time });
    else if (time) setErrors({ time });
    else if (count !== 0) ask.mutate(form);
  };
  return (
    <FormDialog
      title="Ask for acknowledgment"
      description={`People confirm that they’ve read version ${document.versionNumber} of ${document.title}. Managers are notified of anyone who hasn’t by the due time.`}
      isDirty={form !== blank}
      verb="Ask"
      pending={ask.isPending}
      isDisabled={form.channelId !== '' && count === 0}
      refusal={
        ask.isError
          ? sentenceOf(ask.error, 'Couldn’t ask for acknowledgment. Try again.')
          : undefined
      }
      onClose={onClose}
      onSubmit={submit}
    >
      <SelectField
        label="Conversation"
        required
        placeholder="Choose a conversation"
        options={channels.map(({ id, name }) => ({ value: id, label: name }))}
        value={form.channelId}
        error={errors.channelId}
        onChange={({ target }) => change({ channelId: target.value })}
      />
      <DueFields
        id={`${formId}-time`}
        label="Due"
        due={form.due}
        time={form.time}
        error={errors.time}
        onChange={change}
      />
      <TextArea
        label="Note"
        rows={3}
        maxLength={2_000}
        value={form.note}
        hint="Shown above the link to the policy."
        onChange={({ target }) => change({ note: target.value })}
      />
      {form.channelId !== '' && (
        <AudienceFields
          name={channels.find(({ id }) => id === form.channelId)?.name ?? ''}
          audience={form.audience}
          count={count}
          onChange={(audience) => change({ audience })}
        />
      )}
    </FormDialog>
  );
}

function useAsking({ id, versionNumber }: PolicyProps['document'], onAsked: () => void) {
  const client = useQueryClient();
  // One id for the dialog, so that a repeat on a bad connection asks once.
  const [clientMsgId] = useState(() => uuid());
  return useMutation({
    mutationFn: ({ due, time, ...form }: Form) => {
      const dueAt = dueOf({ due, time }, new Date())?.toISOString() ?? '';
      const body = { clientMsgId, versionNumber, dueAt, ...form };
      return call(askAcknowledgment, { params: { documentId: id }, body });
    },
    onSuccess: async () => {
      const params = { documentId: id };
      await client.invalidateQueries({ queryKey: queryKeyFor(listAcknowledgments, { params }) });
      onAsked();
    },
  });
}
