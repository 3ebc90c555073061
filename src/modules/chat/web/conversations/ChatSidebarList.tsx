import { useQueryClient } from '@tanstack/react-query';
import { MessagesSquare, Star } from 'lucide-react';
import { useEffect } from 'react';
import { useConnection } from '../../../../platform/web/realtime/RealtimeProvider.tsx';
import { Avatar } from '../../../../platform/web/ui/Avatar.tsx';
import { Loader } from '../../../../platform/web/ui/lazy/loader.ts';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { useCurrentUser } from '../../../access/web/public.ts';
import type { Channel } from '../../contract/channels.ts';
import { ConversationButton, ExtensionEntry } from '../parts/ConversationButton.tsx';
import { channelIcon } from '../state/conversations/channelIcon.ts';
import {
  conversationOf,
  isFixed,
  listShared,
  listWaitingPersonal,
  virtualViewNames,
  virtualViews,
} from '../state/conversations/conversation.ts';
import { useMarks } from '../state/conversations/marks.ts';
import { useChannels } from '../state/conversations/useChannels.ts';
import { useUnread } from '../state/conversations/useUnread.ts';
import { extensionViews } from '../state/extensions.ts';
import { Outbox } from '../state/session/outbox.ts';
import { openView, type View } from '../state/view/chatView.ts';
import { usePanelShown } from '../state/view/panelShown.ts';
import { useChatView } from '../state/view/useChatView.ts';

interface Props {
  /** Shows the chat. */
  onOpen: () => void;
}

/** The chat section of the sidebar; the panel is loaded when it opens. */
export function ChatSidebarList({ onOpen }: Props) {
  const me = useCurrentUser()?.id;
  return me === undefined ? null : <Entries me={me} onOpen={onOpen} />;
}

const viewIcons = { threads: MessagesSquare, starred: Star };
/** Other than the fixed ones, only unread channels are listed. */
const waitingAtMost = 5;

function Entries({ me, onOpen }: Props & { me: number }) {
  const channels = useChannels();
  const chat = useChatView(me);
  const shown = usePanelShown();
  const marks = useMarks(me);
  const { threads, starred } = useUnread();
  useLeftoverSends(me);

  const entry = (view: View) => ({
    current: shown && chat.view === view,
    onClick: () => {
      openView(view);
      onOpen();
    },
  });
  const known = channels.data ?? [];
  const shared = listShared(known);
  const waiting = shared
    .filter((channel) => !isListedFirst(channel) && marks(channel.id).unread > 0)
    .slice(0, waitingAtMost);
  const personal = listWaitingPersonal(known, chat, (id) => marks(id).unread).map((id) =>
    conversationOf({ ...chat, view: id }, known, me),
  );
  const line = (channel: Channel) => {
    const Icon = channelIcon(channel);
    const { id, name } = channel;
    return (
      <li key={id}>
        <ConversationButton
          icon={<Icon aria-hidden />}
          name={name}
          mark={marks(id)}
          {...entry(id)}
        />
      </li>
    );
  };
  const counts = {
    threads: { mark: { unread: threads, mentions: 0, muted: false } },
    starred: { count: starred },
  };

  return (
    <nav aria-label="Chat">
      <h2 className="px-3 pb-1 text-xs font-medium text-muted">Chat</h2>
      <ul className="flex flex-col gap-0.5">
        {channels.isPending && <PendingEntries />}
        {shared.filter(isListedFirst).map(line)}
        {virtualViews.map((view) => {
          const Icon = viewIcons[view];
          return (
            <li key={view}>
              <ConversationButton
                icon={<Icon aria-hidden />}
                name={virtualViewNames[view]}
                {...counts[view]}
                {...entry(view)}
              />
            </li>
          );
        })}
        {personal.map(({ id, name, channel, userId }) => (
          <li key={id}>
            <ConversationButton
              icon={userId === null ? <GroupIcon channel={channel} /> : <DirectIcon name={name} />}
              name={name}
              mark={marks(id)}
              personal
              {...entry(id)}
            />
          </li>
        ))}
        {extensionViews().map((view) => (
          <li key={view.id}>
            <ExtensionEntry view={view} {...entry(view.id)} />
          </li>
        ))}
        {waiting.map(line)}
      </ul>
    </nav>
  );
}

const isListedFirst = (channel: Channel) => isFixed(channel) && channel.type !== 'all';

function GroupIcon({ channel }: { channel: Channel | undefined }) {
  const Icon = channelIcon(channel);
  return <Icon aria-hidden />;
}

function DirectIcon({ name }: { name: string }) {
  return <Avatar name={name} size="sm" className="-mx-1" />;
}

const fourChannels = ['w-12', 'w-16', 'w-24', 'w-20'];

function PendingEntries() {
  return fourChannels.map((width) => (
    <li key={width} className="flex h-row items-center gap-3 px-3">
      <Skeleton className="size-4" />
      <Skeleton className={`h-3 ${width}`} />
    </li>
  ));
}

const sending = new Loader(() => import('../state/session/sessionOf.ts'));

/** Resumes sends interrupted by a reload, even if the chat is closed. */
function useLeftoverSends(me: number): void {
  const connection = useConnection();
  const client = useQueryClient();
  useEffect(() => {
    if (!connection || new Outbox(localStorage, me).isEmpty()) return;
    void sending.arrived().then(({ sessionOf }) => sessionOf(connection, me, client));
  }, [connection, me, client]);
}
