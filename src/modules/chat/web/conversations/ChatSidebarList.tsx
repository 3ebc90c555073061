import { useQueryClient } from '@tanstack/react-query';
import { Hash, MessagesSquare, Star } from 'lucide-react';
import { useEffect, useSyncExternalStore } from 'react';
import { useConnection } from '../../../../platform/web/realtime/RealtimeProvider.tsx';
import { Avatar } from '../../../../platform/web/ui/Avatar.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { useCurrentUser } from '../../../access/web/public.ts';
import { Outbox } from '../session/outbox.ts';
import { openView, type View } from '../view/chatView.ts';
import { isPanelShown, watchPanel } from '../view/panelShown.ts';
import { useChatView } from '../view/useChatView.ts';
import { ConversationButton } from './ConversationButton.tsx';
import { conversationOf, listShared, virtualViewNames, virtualViews } from './conversation.ts';
import { useChannels } from './useChannels.ts';

interface Props {
  /** A conversation was chosen: show the chat. */
  onOpen: () => void;
}

/** The chat's part of the sidebar: light, the panel itself loads when it opens. */
export function ChatSidebarList({ onOpen }: Props) {
  const me = useCurrentUser()?.id;
  return me === undefined ? null : <Entries me={me} onOpen={onOpen} />;
}

const viewIcons = { threads: MessagesSquare, starred: Star };

function Entries({ me, onOpen }: Props & { me: number }) {
  const channels = useChannels();
  const chat = useChatView(me);
  const shown = useSyncExternalStore(watchPanel, isPanelShown);
  useLeftoverSends(me);

  const entry = (view: View) => ({
    current: shown && chat.view === view,
    onClick: () => {
      openView(view);
      onOpen();
    },
  });
  const known = channels.data ?? [];
  const direct = chat.direct && { ...chat, view: chat.direct.channelId };

  return (
    <nav aria-label="Chat">
      <h2 className="px-3 pb-1 text-xs font-medium text-muted">Chat</h2>
      <ul className="flex flex-col gap-0.5">
        {channels.isPending && <PendingEntries />}
        {listShared(known)
          .filter(({ type }) => type !== 'all')
          .map(({ id, name }) => (
            <li key={id}>
              <ConversationButton icon={<Hash aria-hidden />} name={name} {...entry(id)} />
            </li>
          ))}
        {virtualViews.map((view) => {
          const Icon = viewIcons[view];
          return (
            <li key={view}>
              <ConversationButton
                icon={<Icon aria-hidden />}
                name={virtualViewNames[view]}
                {...entry(view)}
              />
            </li>
          );
        })}
        {direct && (
          <li>
            <DirectEntry name={conversationOf(direct, known, me).name} {...entry(direct.view)} />
          </li>
        )}
      </ul>
    </nav>
  );
}

function DirectEntry(props: { name: string; current: boolean; onClick: () => void }) {
  return (
    <ConversationButton
      icon={<Avatar name={props.name} size="sm" className="-mx-1" />}
      {...props}
    />
  );
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

/** Sends a reload interrupted go out although the chat is closed. */
function useLeftoverSends(me: number): void {
  const connection = useConnection();
  const client = useQueryClient();
  useEffect(() => {
    if (!connection || new Outbox(localStorage, me).isEmpty()) return;
    void import('../session/sessionOf.ts').then(({ sessionOf }) =>
      sessionOf(connection, me, client),
    );
  }, [connection, me, client]);
}
