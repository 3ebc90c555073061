import { clsx } from 'clsx';
import { Suspense } from 'react';
import type { ChatMessage } from '../../../contract.ts';
import { UrgentMark } from '../../parts/UrgentMark.tsx';
import { CompactCards } from '../../records/CompactCards.tsx';
import { useChat } from '../../state/chatContext.ts';
import { chatExtensions, type PartProps } from '../../state/extensions.ts';
import { allowedWith } from '../../state/messages/allowed.ts';
import { useIsEdited } from '../../state/messages/editing.ts';
import { usePlace } from '../../state/messages/place.ts';
import { useViewedMessage } from '../../state/messages/useViewedMessage.ts';
import type { PendingMessage } from '../../state/store/channelState.ts';
import { Attachments } from '../attachments/Attachments.tsx';
import { EditBox } from '../content/EditBox.tsx';
import { EditedMark } from '../content/EditedMark.tsx';
import { Forwarded } from '../content/Forwarded.tsx';
import { Poll } from '../content/Poll.tsx';
import { Quoted } from '../content/Quoted.tsx';
import { Reactions } from '../content/Reactions.tsx';
import { MessageText } from '../text/MessageText.tsx';
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

/** The parts other modules attached to a message, below its text. */
function Parts({ message }: { message: ChatMessage }) {
  const parts = message.metadata?.parts;
  return parts ? <KnownParts message={message} parts={parts} /> : null;
}

interface KnownPartsProps {
  message: ChatMessage;
  parts: Record<string, unknown>;
}

function KnownParts({ message, parts }: KnownPartsProps) {
  const { session } = useChat();
  const props: Omit<PartProps, 'part'> = {
    ...useViewedMessage(message),
    take: (changed) => session.take(changed),
  };
  return chatExtensions().map(
    ({ name, Part }) =>
      Part &&
      parts[name] !== undefined && (
        <Suspense key={name}>
          <Part {...props} part={parts[name]} />
        </Suspense>
      ),
  );
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
