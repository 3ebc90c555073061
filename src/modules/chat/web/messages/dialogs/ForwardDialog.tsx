import { useId, useState } from 'react';
import { v7 as uuid } from 'uuid';
import { sentenceOf } from '../../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../../platform/web/api/call.ts';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../../platform/web/ui/Dialog.tsx';
import { TextArea } from '../../../../../platform/web/ui/TextArea.tsx';
import { toast } from '../../../../../platform/web/ui/toast.ts';
import { forwardMessage } from '../../../contract/changes.ts';
import type { ChatMessage } from '../../../contract.ts';
import { reasonProblem, urgentBy } from '../../composer/urgent/reason.ts';
import { UrgentField } from '../../composer/urgent/UrgentField.tsx';
import { asksForWord } from '../../guard/finding.ts';
import { useChat } from '../../panel/chatContext.ts';
import { openView } from '../../view/chatView.ts';
import { preview } from '../related/preview.ts';
import { type Destination, DestinationPicker } from './DestinationPicker.tsx';

interface Props {
  message: ChatMessage;
  onClose: () => void;
}

/** Passes a message on to a channel or a person, with a word about it. */
export function ForwardDialog({ message, onClose }: Props) {
  const formId = useId();
  const { session } = useChat();
  const [to, setTo] = useState<Destination | null>(null);
  const [comment, setComment] = useState('');
  const [urgent, setUrgent] = useState<string | null>(null);
  const [error, setError] = useState<string>();
  const [pending, setPending] = useState(false);
  // The same id for every try: a repeated send is one message.
  const [clientMsgId] = useState(() => uuid());

  const forward = async (acceptsSensitive = false) => {
    if (!to || pending) return;
    const problem = urgent === null ? undefined : reasonProblem(urgent);
    setError(problem);
    if (problem) return document.getElementById(`${formId}-urgent`)?.focus();
    setPending(true);
    const params = { channelId: message.channelId, messageId: message.id };
    const body = {
      toChannelId: to.channelId,
      clientMsgId,
      comment: comment.trim(),
      urgent: urgentBy(urgent),
      acceptsSensitive,
    };
    try {
      session.take(await call(forwardMessage, { params, body }));
      onClose();
      const action = { label: 'Go there', onClick: () => openView(to.channelId, to.name) };
      toast({ title: `Forwarded to ${to.name}`, action });
    } catch (error) {
      const action = asksForWord(error)
        ? { label: 'Forward anyway', onClick: () => void forward(true) }
        : undefined;
      const description = sentenceOf(error);
      toast({ variant: 'destructive', title: 'Not forwarded', description, action });
      setPending(false);
    }
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Forward message"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" disabled={!to} pending={pending}>
            {to ? `Forward to ${to.name}` : 'Forward'}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void forward();
        }}
      >
        <DestinationPicker chosen={to} onChoose={setTo} />
        <TextArea
          label="Comment"
          rows={2}
          value={comment}
          onChange={(event) => setComment(event.target.value)}
        />
        <UrgentField
          id={`${formId}-urgent`}
          reason={urgent}
          error={error}
          onChange={(reason) => {
            setUrgent(reason);
            setError(undefined);
          }}
        />
        <p className="line-clamp-3 border-l-2 border-border-strong pl-3 text-sm wrap-anywhere text-muted">
          <span className="font-medium text-text">{message.senderName}</span> {preview(message)}
        </p>
      </form>
    </Dialog>
  );
}
