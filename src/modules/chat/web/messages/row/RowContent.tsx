import { clsx } from 'clsx';
import type { ChatMessage } from '../../../contract.ts';
import { chatExtensions } from '../../extensions/extensions.ts';
import { Parts } from '../../extensions/Parts.tsx';
import { useChat } from '../../panel/chatContext.ts';
import { CompactCards } from '../../records/CompactCards.tsx';
import type { PendingMessage } from '../../store/channelState.ts';
import { allowedWith } from '../actions/allowed.ts';
import { Attachments } from '../attachments/Attachments.tsx';
import { EditBox } from '../edit/EditBox.tsx';
import { EditedMark } from '../edit/EditedMark.tsx';
import { useIsEdited } from '../editing.ts';
import { MessageText } from '../markdown/MessageText.tsx';
import { usePlace } from '../place.ts';
import { Poll } from '../poll/Poll.tsx';
import { Reactions } from '../reactions/Reactions.tsx';
import { Forwarded } from '../related/Forwarded.tsx';
import { Quoted } from '../related/Quoted.tsx';
import { UrgentMark } from '../urgent/UrgentMark.tsx';
import { FailedSend } from './FailedSend.tsx';
import { ThreadSummary } from './ThreadSummary.tsx';

interface Props {
  message: ChatMessage;
  /** Returns the focus to the row. */
  onEdited: () => void;
}

/** The content of a message, its reactions and its thread summary. */
export function RowContent({ message, onEdited }: Props) {
  const { user } = useChat();
  const { channel, threadId } = usePlace();
  const edited = useIsEdited(message.id);
  const allowed = allowedWith(message, channel, user.id);
  const summary = threadId === null && <ThreadSummary message={message} />;
  if (message.deletedAt !== null) {
    return (
      <>
        <p className="text-base text-muted italic">This message was deleted.</p>
        {summary}
      </>
    );
  }
  const { poll, forwarded, urgent } = message.metadata ?? {};
  return (
    <>
      {urgent && <UrgentMark reason={urgent.reason} />}
      {message.replyToId && <Quoted channelId={message.channelId} messageId={message.replyToId} />}
      {edited && allowed.edit ? (
        <EditBox message={message} onDone={onEdited} />
      ) : (
        !hidesText(message) && (
          <RowText content={message.content} edited={message.editedAt !== null ? message : null} />
        )
      )}
      {message.messageType !== 'card' && <CompactCards message={message} />}
      {forwarded && <Forwarded forwarded={forwarded} />}
      <Attachments attachments={message.attachments} by={message.senderName} />
      <Parts message={message} />
      {poll && <Poll message={message} poll={poll} open={allowed.change} />}
      <Reactions message={message} open={allowed.change} />
      {summary}
    </>
  );
}

/** A card's text is a fallback for when its part is not shown. */
function hidesText({ messageType, metadata }: ChatMessage): boolean {
  if (messageType !== 'card') return false;
  return chatExtensions().some(({ name, Part }) => Part && metadata?.parts?.[name] !== undefined);
}

function RowText({ content, edited }: { content: string; edited: ChatMessage | null }) {
  const { user } = useChat();
  if (!content && !edited) return null;
  return (
    <div className="text-base text-text">
      <MessageText
        content={content}
        username={user.username}
        after={edited && <EditedMark message={edited} />}
      />
    </div>
  );
}

/** A message that is being sent or failed. */
export function PendingContent({ pending }: { pending: PendingMessage }) {
  const { user } = useChat();
  const failed = pending.failure !== null;
  return (
    <>
      {pending.urgent !== null && <UrgentMark reason={pending.urgent} />}
      <div className={clsx('text-base text-muted', failed && 'border-l-2 border-danger pl-2')}>
        <MessageText content={pending.content} username={user.username} />
        <Attachments attachments={pending.attachments} by="You" />
      </div>
      {failed ? <FailedSend message={pending} /> : <p className="text-xs text-muted">Sending...</p>}
    </>
  );
}
