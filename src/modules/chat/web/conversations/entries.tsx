import { MessagesSquare, Star, Users } from 'lucide-react';
import { type ReactNode, useMemo, useSyncExternalStore } from 'react';
import { Avatar } from '../../../../platform/web/ui/Avatar.tsx';
import type { Channel } from '../../contract/channels.ts';
import { ConversationButton, ExtensionEntry } from '../parts/ConversationButton.tsx';
import { useChat } from '../state/chatContext.ts';
import { channelIcon } from '../state/conversations/channelIcon.ts';
import { conversationOf } from '../state/conversations/conversation.ts';
import { useMarks } from '../state/conversations/marks.ts';
import { useUnread } from '../state/conversations/useUnread.ts';
import { extensionViews } from '../state/extensions.ts';
import { isBlank, placeOf } from '../state/store/drafts.ts';
import type { ChatView, View } from '../state/view/chatView.ts';

interface Place {
  chatView: ChatView;
  onGo: (view: View, name?: string) => void;
}

interface ViewsProps extends Place {
  waitingOnly?: boolean;
}

/** Views across all conversations. */
export function Views({ chatView, onGo, waitingOnly = false }: ViewsProps) {
  const { threads, starred } = useUnread();
  const views = [
    { view: 'directory', name: 'Team Directory', icon: Users, unread: 0 },
    { view: 'threads', name: 'Threads', icon: MessagesSquare, unread: threads },
    { view: 'starred', name: 'Starred', icon: Star, unread: 0, count: starred },
  ];
  const isListed = (view: View, unread = 0) => !waitingOnly || chatView.view === view || unread > 0;
  return (
    <>
      {views
        .filter(({ view, unread }) => isListed(view, unread))
        .map(({ view, name, icon: Icon, unread, count }) => (
          <ConversationButton
            key={view}
            icon={<Icon aria-hidden />}
            name={name}
            current={chatView.view === view}
            mark={{ unread, mentions: 0, muted: false }}
            count={count}
            onClick={() => onGo(view, name)}
          />
        ))}
      {extensionViews()
        .filter(({ id }) => isListed(id))
        .map((view) => (
          <ExtensionEntry
            key={view.id}
            view={view}
            current={chatView.view === view.id}
            onClick={() => onGo(view.id, view.name)}
          />
        ))}
    </>
  );
}

interface EntriesProps extends Place {
  ids: readonly View[];
  channels: readonly Channel[];
}

export function Entries({ ids, chatView, channels, onGo }: EntriesProps) {
  const { user, people } = useChat();
  const marks = useMarks(user.id);
  const drafted = useDrafted();
  return ids.map((id) => {
    const { name, userId, channel } = conversationOf(
      { ...chatView, view: id },
      channels,
      user.id,
      people,
    );
    const Icon = channelIcon(channel);
    return (
      <ConversationButton
        key={id}
        icon={
          userId === null ? (
            <Icon aria-hidden />
          ) : (
            <PersonIcon name={name} userId={userId === user.id ? null : userId} />
          )
        }
        name={name}
        current={chatView.view === id}
        mark={marks(id)}
        personal={userId !== null || channel?.type === 'group'}
        draft={drafted.has(id)}
        onClick={() => onGo(id, name)}
      />
    );
  });
}

function PersonIcon({ name, userId }: { name: string; userId: number | null }): ReactNode {
  const { people } = useChat();
  const status = userId === null ? undefined : people.get(userId)?.status;
  return <Avatar name={name} size="sm" status={status} className="-mx-1" />;
}

/** The channels with an unsent draft, including in their threads. */
function useDrafted(): ReadonlySet<string> {
  const { drafts } = useChat().session;
  // A string, so that typing does not render again.
  const list = () =>
    drafts
      .keys()
      .filter((key) => !isBlank(drafts.get(key)))
      .map((key) => placeOf(key).channelId)
      .sort()
      .join(' ');
  const ids = useSyncExternalStore(drafts.watch, list, list);
  return useMemo(() => new Set(ids.split(' ')), [ids]);
}
