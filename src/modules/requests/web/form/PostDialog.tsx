import { type ComponentProps, useState } from 'react';
import { v7 as uuid } from 'uuid';
import { call } from '../../../../platform/web/api/call.ts';
import { TextArea } from '../../../../platform/web/ui/TextArea.tsx';
import { type ChatExtension, chatNavigate } from '../../../chat/web/public.ts';
import { postRequest } from '../../contract.ts';
import { RequestFormDialog } from './RequestFormDialog.tsx';
import { useRequestForm } from './useRequestForm.ts';

type DialogProps = ComponentProps<NonNullable<ChatExtension['tools']>[number]['Dialog']>;

/** Posts a new message with a request. */
export default function PostDialog({ channelId, name, onClose }: DialogProps) {
  // One id for the form, so that a repeat on a bad connection posts one request.
  const [clientMsgId] = useState(() => uuid());
  const form = useRequestForm({
    needsContent: true,
    send: (draft, content) =>
      call(postRequest, { params: { channelId }, body: { clientMsgId, content, ...draft } }),
    onSent(message) {
      onClose();
      chatNavigate({ channelId, messageId: message.id });
    },
  });
  return (
    <RequestFormDialog
      form={form}
      channelId={channelId}
      title="New request"
      description={`Everyone in ${name} can see it, who it’s assigned to and when it’s due.`}
      saveLabel="Post request"
      onClose={onClose}
    >
      <TextArea
        {...form.field('content')}
        label="What do you need?"
        required
        rows={3}
        maxLength={4_000}
      />
    </RequestFormDialog>
  );
}
