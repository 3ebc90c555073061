import { useId, useState } from 'react';
import { v7 as uuid } from 'uuid';
import { sentenceOf } from '../../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../../platform/web/api/call.ts';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../../platform/web/ui/Dialog.tsx';
import { useLeaveGuard } from '../../../../../platform/web/ui/LeaveGuard.tsx';
import { Notice } from '../../../../../platform/web/ui/Notice.tsx';
import { TextArea } from '../../../../../platform/web/ui/TextArea.tsx';
import { toast } from '../../../../../platform/web/ui/toast.ts';
import { needsConfirmation } from '../../../../data-guard/web/public.ts';
import { forwardMessage } from '../../../contract/changes.ts';
import type { ChatMessage } from '../../../contract.ts';
import { charactersLeft, charactersLeftSentence } from '../../parts/messageBox/charactersLeft.ts';
import { reasonProblem, urgentBy } from '../../parts/urgent/reason.ts';
import { UrgentField } from '../../parts/urgent/UrgentField.tsx';
import { useChat } from '../../state/chatContext.ts';
import { openView } from '../../state/view/chatView.ts';
import { preview } from '../text/preview.ts';
import { type Destination, DestinationPicker } from './DestinationPicker.tsx';

interface Props {
  message: ChatMessage;
  onClose: () => void;
}

/** Forwards a message to a channel or a person, with an optional comment. */
export function ForwardDialog({ message, onClose }: Props) {
  const formId = useId();
  const { session } = useChat();
  const [to, setTo] = useState<Destination | null>(null);
  const [comment, setComment] = useState('');
  const [urgent, setUrgent] = useState<string | null>(null);
  const [error, setError] = useState<string>();
  const [pending, setPending] = useState(false);
  const [refusal, setRefusal] = useState<unknown>();
  const { leave, dialog } = useLeaveGuard(comment.trim() !== '' || !!urgent?.trim(), onClose);
  // Reused on retries, so that only one message is posted.
  const [clientMsgId, setClientMsgId] = useState(() => uuid());
  const left = charactersLeft(comment);

  const forward = async (acceptsSensitive = false) => {
    if (!to || pending) return;
    if (left < 0) return document.getElementById(`${formId}-comment`)?.focus();
    const problem = urgent === null ? undefined : reasonProblem(urgent);
    setError(problem);
    if (problem) return document.getElementById(`${formId}-urgent`)?.focus();
    setPending(true);
    setRefusal(undefined);
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
      const action = { label: 'View', onClick: () => openView(to.channelId, to.name) };
      toast({ title: `Forwarded to ${to.name}`, action });
    } catch (refused) {
      // Shown in the dialog, where the comment can be edited.
      setRefusal(refused);
      setPending(false);
    }
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && leave()}
      title="Forward message"
      footer={
        <>
          <Button onClick={leave}>Cancel</Button>
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
        {refusal !== undefined && (
          <Notice
            tone={needsConfirmation(refusal) ? 'warning' : 'danger'}
            live
            action={
              needsConfirmation(refusal) && (
                <Button size="sm" onClick={() => void forward(true)}>
                  Forward anyway
                </Button>
              )
            }
          >
            {sentenceOf(refusal, 'Couldn’t forward message. Try again.')}
          </Notice>
        )}
        <DestinationPicker
          chosen={to}
          onChoose={(next) => {
            if (next.channelId !== to?.channelId) setClientMsgId(uuid());
            setTo(next);
          }}
        />
        <TextArea
          id={`${formId}-comment`}
          label="Comment"
          rows={2}
          value={comment}
          error={left < 0 ? charactersLeftSentence(left) : undefined}
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
      {dialog}
    </Dialog>
  );
}
