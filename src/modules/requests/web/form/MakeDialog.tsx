import type { ComponentProps } from 'react';
import { call } from '../../../../platform/web/api/call.ts';
import type { ChatExtension } from '../../../chat/web/public.ts';
import { makeRequest } from '../../contract.ts';
import { RequestFormDialog } from './RequestFormDialog.tsx';
import { useRequestForm } from './useRequestForm.ts';

type DialogProps = ComponentProps<NonNullable<ChatExtension['actions']>[number]['Dialog']>;

/** Turns a message into a request. */
export default function MakeDialog({ message, take, onClose }: DialogProps) {
  const { channelId, id: messageId } = message;
  const form = useRequestForm({
    send: (body) => call(makeRequest, { params: { channelId, messageId }, body }),
    onSent(changed) {
      take(changed);
      onClose();
    },
  });
  return (
    <RequestFormDialog
      form={form}
      channelId={channelId}
      title="Create request"
      saveLabel="Create request"
      onClose={onClose}
    >
      <p className="line-clamp-3 border-l-2 border-border-strong pl-3 text-sm wrap-anywhere text-muted">
        <span className="font-medium text-text">{message.senderName}</span>{' '}
        {message.content || 'A message with files'}
      </p>
    </RequestFormDialog>
  );
}
