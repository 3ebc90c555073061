import { type ComponentProps, useState } from 'react';
import { v7 as uuid } from 'uuid';
import { call } from '../../../../platform/web/api/call.ts';
import { TextArea } from '../../../../platform/web/ui/TextArea.tsx';
import { type ChatExtension, chatNavigate } from '../../../chat/web/public.ts';
import { postRequest } from '../../contract.ts';
import { WishDialog } from './WishDialog.tsx';

type DialogProps = ComponentProps<NonNullable<ChatExtension['tools']>[number]['Dialog']>;

/** Says what is needed, and makes it a request at once. */
export default function PostDialog({ channelId, name, onClose }: DialogProps) {
  const [content, setContent] = useState('');
  const [missing, setMissing] = useState('');
  // One request, however often its button is pressed on a bad line.
  const [clientMsgId] = useState(() => uuid());
  const isReady = (formId: string) => {
    if (content.trim() !== '') return true;
    setMissing('Please say what is needed.');
    document.getElementById(`${formId}-content`)?.focus();
    return false;
  };
  return (
    <WishDialog
      channelId={channelId}
      title="New request"
      description={`Everybody in ${name} sees it, who has it and by when.`}
      action="Post request"
      dismissable={content === ''}
      isReady={isReady}
      send={(asked) => {
        const body = { clientMsgId, content: content.trim(), ...asked };
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
          label="What is needed"
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
    </WishDialog>
  );
}
