import {
  ArrowLeft,
  Lock,
  type LucideIcon,
  MessagesSquare,
  Search,
  Star,
  Users,
  X,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Avatar } from '../../../../platform/web/ui/Avatar.tsx';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import { statusLabel } from '../../../../platform/web/ui/StatusDot.tsx';
import { recordOfChannel } from '../../contract/records.ts';
import { channelIcon, channelKind } from '../channels/channelIcon.ts';
import { ConversationMenu } from '../channels/header/ConversationMenu.tsx';
import { JoinButton } from '../channels/header/JoinButton.tsx';
import { MemberCount } from '../channels/header/MemberCount.tsx';
import type { Conversation } from '../conversations/conversation.ts';
import { extensionViews } from '../extensions/extensions.ts';
import { FilterBar } from '../filters/FilterBar.tsx';
import { FilterButton } from '../filters/FilterButton.tsx';
import { PinnedMessages } from '../messages/pins/PinnedMessages.tsx';
import { RecordInfo } from '../records/RecordInfo.tsx';
import { openView } from '../view/chatView.ts';
import { ConnectionStatus } from './ConnectionStatus.tsx';
import { useChat } from './chatContext.ts';
import type { ConnectionNotice } from './useConnectionNotice.ts';

interface Props {
  conversation: Conversation;
  notice: ConnectionNotice;
  onBack: () => void;
  onClose: () => void;
}

/** On narrow panels, show only a dot while connected. */
const dotOnly = 'flex max-w-2 overflow-hidden @min-[640px]:max-w-none';

const viewIcons = {
  search: Search,
  directory: Users,
  threads: MessagesSquare,
  starred: Star,
  closed: Lock,
};

export function ConversationHeader({ conversation, notice, onBack, onClose }: Props) {
  const { id, kind, channel } = conversation;
  const isChannel = kind === 'channel' || kind === 'direct';
  return (
    <>
      <header className="flex h-14 shrink-0 items-center gap-1 border-b border-border pr-2 pl-2 @min-[640px]:pl-4">
        <IconButton
          label="Conversations"
          icon={ArrowLeft}
          onClick={onBack}
          className="@min-[640px]:hidden"
        />
        <div className="flex min-w-0 flex-1 items-center gap-2">
          {kind === 'direct' ? (
            <DirectTitle conversation={conversation} />
          ) : (
            <SharedTitle conversation={conversation} icon={iconOf(conversation)} />
          )}
        </div>
        <span className={notice.connected ? dotOnly : 'contents'}>
          <ConnectionStatus notice={notice} />
        </span>
        {channel && !channel.joined && channel.archivedAt === null && (
          <JoinButton channel={channel} />
        )}
        {kind === 'channel' && channel && (
          <span className="hidden @min-[640px]:contents">
            <MemberCount channel={channel} />
          </span>
        )}
        {isChannel && <PinnedMessages channelId={id} />}
        {isChannel && <FilterButton channelId={id} />}
        {isChannel && <ConversationMenu conversation={conversation} />}
        <IconButton label="Search messages" icon={Search} onClick={() => openView('search')} />
        <IconButton label="Close chat" icon={X} onClick={onClose} />
      </header>
      {isChannel && <FilterBar channelId={id} />}
    </>
  );
}

function iconOf({ id, kind, channel }: Conversation): LucideIcon {
  if (kind === 'channel' || kind === 'direct') return channelIcon(channel);
  const added = extensionViews().find((view) => view.id === id);
  return added?.icon ?? viewIcons[kind as keyof typeof viewIcons];
}

function SharedTitle(props: { conversation: Conversation; icon: LucideIcon }) {
  const { conversation, icon: Icon } = props;
  const { kind, name, description, channel } = conversation;
  const record = channel && recordOfChannel(channel.id);
  return (
    <>
      {record ? (
        <RecordInfo key={channel.id} record={record} />
      ) : (
        <Icon aria-hidden className="size-4 shrink-0 text-muted" />
      )}
      <Title name={name}>
        {kind === 'directory' ? (
          <OnlineCount />
        ) : channel?.archivedAt ? (
          'Archived and read-only'
        ) : (
          description || (channel && channelKind[channel.type])
        )}
      </Title>
    </>
  );
}

/** How many people are online; the total if not all of them are loaded. */
function OnlineCount() {
  const { people, peopleTotal } = useChat();
  if (peopleTotal === 0) return null;
  if (people.size < peopleTotal) return `${peopleTotal} people`;
  const present = [...people.values()].filter(({ status }) => presentStatuses.has(status));
  return `${present.length} of ${peopleTotal} online`;
}

const presentStatuses = new Set(['online', 'in-meeting']);

function DirectTitle({ conversation: { name, userId } }: { conversation: Conversation }) {
  const { user, people } = useChat();
  const person = userId === null ? undefined : people.get(userId);
  const mine = userId === user.id;
  const statusText = person && (person.statusMessage || statusLabel(person.status));
  return (
    <>
      <Avatar name={name} size="md" status={mine ? undefined : person?.status} />
      <Title name={name}>{mine ? 'Notes to yourself' : statusText}</Title>
    </>
  );
}

function Title({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0 flex-1">
      <h2 title={name} className="truncate text-base font-semibold text-text">
        {name}
      </h2>
      {children && (
        <p
          title={typeof children === 'string' ? children : undefined}
          className="truncate text-xs text-muted"
        >
          {children}
        </p>
      )}
    </div>
  );
}
