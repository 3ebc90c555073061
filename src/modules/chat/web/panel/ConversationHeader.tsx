import { ArrowLeft, Hash, MessagesSquare, Star, Users, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Avatar } from '../../../../platform/web/ui/Avatar.tsx';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import { statusLabel } from '../../../../platform/web/ui/StatusDot.tsx';
import type { Conversation } from '../conversations/conversation.ts';
import { ConnectionStatus } from './ConnectionStatus.tsx';
import { useChat } from './chatContext.ts';
import type { ConnectionNotice } from './useConnectionNotice.ts';

interface Props {
  conversation: Conversation;
  notice: ConnectionNotice;
  onBack: () => void;
  onClose: () => void;
}

const icons = { directory: Users, channel: Hash, threads: MessagesSquare, starred: Star };

export function ConversationHeader({ conversation, notice, onBack, onClose }: Props) {
  return (
    <header className="flex h-14 shrink-0 items-center gap-2 border-b border-border pr-2 pl-2 @min-[640px]:pl-4">
      <IconButton
        label="Conversations"
        icon={ArrowLeft}
        onClick={onBack}
        className="@min-[640px]:hidden"
      />
      {conversation.kind === 'direct' ? (
        <DirectTitle conversation={conversation} />
      ) : (
        <SharedTitle conversation={conversation} icon={icons[conversation.kind]} />
      )}
      <ConnectionStatus notice={notice} />
      <IconButton label="Close chat" icon={X} onClick={onClose} />
    </header>
  );
}

function SharedTitle({ conversation, icon: Icon }: { conversation: Conversation; icon: typeof X }) {
  return (
    <>
      <Icon aria-hidden className="size-4 shrink-0 text-muted" />
      <Title name={conversation.name}>
        {conversation.kind === 'directory' ? <Attendance /> : conversation.description}
      </Title>
    </>
  );
}

/** How many are there now; how many there are, where not all of them are known here. */
function Attendance() {
  const { people, peopleTotal } = useChat();
  if (peopleTotal === 0) return null;
  if (people.size < peopleTotal) return `${peopleTotal} people`;
  const present = [...people.values()].filter(({ status }) => presentStatuses.has(status));
  return `${present.length} of ${peopleTotal} online`;
}

const presentStatuses = new Set(['online', 'in-meeting']);

function DirectTitle({ conversation: { name, userId } }: { conversation: Conversation }) {
  const { user, people } = useChat();
  const status = userId === null ? undefined : people.get(userId)?.status;
  const mine = userId === user.id;
  return (
    <>
      <Avatar name={name} size="md" status={mine ? undefined : status} />
      <Title name={name}>{mine ? 'Notes to yourself' : status && statusLabel(status)}</Title>
    </>
  );
}

function Title({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0 flex-1">
      <h2 className="truncate text-base font-semibold text-text">{name}</h2>
      {children && <p className="truncate text-xs text-muted">{children}</p>}
    </div>
  );
}
