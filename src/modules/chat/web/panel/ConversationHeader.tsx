import { clsx } from 'clsx';
import {
  ArrowLeft,
  Lock,
  type LucideIcon,
  MessagesSquare,
  Search,
  Star,
  TriangleAlert,
  Users,
  X,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { plural } from '../../../../platform/web/format/amounts.ts';
import { Avatar } from '../../../../platform/web/ui/Avatar.tsx';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import { Spinner } from '../../../../platform/web/ui/Spinner.tsx';
import { statusLabel } from '../../../../platform/web/ui/StatusDot.tsx';
import { Tooltip } from '../../../../platform/web/ui/Tooltip.tsx';
import type { Channel } from '../../contract/channels.ts';
import { recordOfChannel } from '../../contract/records.ts';
import { JoinButton } from '../channels/JoinButton.tsx';
import { FilterBar, FilterButton } from '../filters/FilterBar.tsx';
import { PinnedMessages } from '../messages/PinnedMessages.tsx';
import { RecordInfo } from '../records/RecordInfo.tsx';
import { useChat } from '../state/chatContext.ts';
import { openChannelDialog } from '../state/conversations/channelDialogs.ts';
import { channelIcon, channelKind } from '../state/conversations/channelIcon.ts';
import type { Conversation } from '../state/conversations/conversation.ts';
import { useMembers } from '../state/conversations/useMembers.ts';
import { extensionViews, searchView } from '../state/extensions.ts';
import type { ConnectionNotice } from '../state/useConnectionNotice.ts';
import { openView } from '../state/view/chatView.ts';
import { ConversationMenu } from './ConversationMenu.tsx';

interface Props {
  conversation: Conversation;
  notice: ConnectionNotice;
  onBack: () => void;
  onClose: () => void;
}

/** On narrow panels, the name needs the space: the text box says why one can't write yet. */
const iconOnly = 'flex max-w-3.5 overflow-hidden @min-[640px]:max-w-none';

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
        <span className={notice.failed ? 'contents' : iconOnly}>
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
        {searchView() && (
          <IconButton label="Search messages" icon={Search} onClick={() => openView('search')} />
        )}
        <IconButton label="Close chat" icon={X} onClick={onClose} />
      </header>
      {isChannel && <FilterBar channelId={id} />}
    </>
  );
}

/** The connection status in the header. */
function ConnectionStatus({ notice }: { notice: ConnectionNotice }) {
  const { connected, failed, label } = notice;
  return (
    <span
      role="status"
      className={clsx(
        'inline-flex shrink-0 items-center gap-1.5 text-xs whitespace-nowrap',
        failed ? 'font-medium text-danger' : 'text-muted',
      )}
    >
      {connected && <span aria-hidden className="size-2 rounded-full bg-success" />}
      {failed && <TriangleAlert aria-hidden className="size-3.5" />}
      {!connected && !failed && <Spinner className="size-3.5" />}
      {label}
    </span>
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
      <Avatar
        name={name}
        size="md"
        status={mine ? undefined : person?.status}
        // On a phone the name needs the space.
        className="@max-[420px]:hidden"
      />
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

/** The member count; opens the member list. */
function MemberCount({ channel }: { channel: Channel }) {
  const { data } = useMembers(channel.id);
  const label = data ? plural(data.length, 'member') : 'Members';
  return (
    <Tooltip label={label} describes={false}>
      <Button
        variant="ghost"
        aria-label={label}
        className="px-2!"
        onClick={() => openChannelDialog({ kind: 'members', channelId: channel.id })}
      >
        <Users aria-hidden />
        <span className="min-w-4 tabular-nums">{data?.length}</span>
      </Button>
    </Tooltip>
  );
}
