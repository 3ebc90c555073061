import { type ComponentProps, useState } from 'react';
import { v7 as uuid } from 'uuid';
import { call } from '../../../../platform/web/api/call.ts';
import { TextArea } from '../../../../platform/web/ui/TextArea.tsx';
import { type ChatExtension, chatNavigate } from '../../../chat/web/public.ts';
import { postRequest } from '../../contract.ts';
import { RequestFormDialog } from './RequestFormDialog.tsx';

type DialogProps = ComponentProps<NonNullable<ChatExtension['tools']>[number]['Dialog']>;

/** Posts a new message with a request. */
export default function PostDialog({ channelId, name, onClose }: DialogProps) {
  const [content, setContent] = useState('');
  const [missing, setMissing] = useState('');
  // One id for the form, so that a repeat on a bad connection posts one request.
  const [clientMsgId] = useState(() => uuid());
  const isReady = (formId: string) => {
    if (content.trim() !== '') return true;
    setMissing('Enter what you need.');
    document.getElementById(`${formId}-content`)?.focus();
    return false;
  };
  return (
    <RequestFormDialog
      channelId={channelId}
      title="New request"
      description={`Everyone in ${name} can see it, who it’s assigned to and when it’s due.`}
      action="Post request"
      dismissable={content === ''}
      isReady={isReady}
      send={(draft) => {
        const body = { clientMsgId, content: content.trim(), ...draft };
        return call(postRequest, { params: { channelId }, body });
      }}
      onSent={(message) => {
        onClose();
        chatNavigate({ channelId, messageId: message.id });
      }}
      onClose={onClose}
    >
      {(formId) => (
        <TextArea
          id={`${formId}-content`}
          label="What do you need?"
          required
          rows={3}
          maxLength={4_000}
          value={content}
          error={missing || undefined}
          onChange={({ target }) => {
            setContent(target.value);
            setMissing('');
          }}
        />
      )}
    </RequestFormDialog>
  );
}
