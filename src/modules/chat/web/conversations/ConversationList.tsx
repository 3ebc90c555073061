import type { UseQueryResult } from '@tanstack/react-query';
import { Compass, Plus, SquarePen, X } from 'lucide-react';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../../../../platform/web/ui/Menu.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { ScrollArea } from '../../../../platform/web/ui/ScrollArea.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import type { Channel } from '../../contract/channels.ts';
import { ChannelDialogs } from '../channels/ChannelDialogs.tsx';
import { useChat } from '../state/chatContext.ts';
import { openChannelDialog } from '../state/conversations/channelDialogs.ts';
import { listPersonal, listShared } from '../state/conversations/conversation.ts';
import { useMarks } from '../state/conversations/marks.ts';
import { keyNames, shortcuts } from '../state/shortcuts.ts';
import type { ChatView, View } from '../state/view/chatView.ts';
import { Entries, Views } from './entries.tsx';
import { ListGroup } from './ListGroup.tsx';

interface Props {
  chatView: ChatView;
  channels: { data: Channel[] | undefined } & Pick<
    UseQueryResult,
    'isPending' | 'error' | 'refetch'
  >;
  onGo: (view: View, name?: string) => void;
  onClose: () => void;
}

export function ConversationList({ chatView, channels, onGo, onClose }: Props) {
  const known = channels.data ?? [];
  const shared = listShared(known, chatView.view).map(({ id }) => id);
  const personal = listPersonal(known, chatView);
  const { user } = useChat();
  const marks = useMarks(user.id);
  const hasUnread = (id: View) => chatView.view === id || marks(id).unread > 0;
  const list = (ids: readonly View[]) => (
    <Entries ids={ids} chatView={chatView} channels={known} onGo={onGo} />
  );

  return (
    <>
      <div className="flex h-14 shrink-0 items-center gap-1 border-b border-border pr-2 pl-4">
        <h2 className="flex-1 text-base font-semibold">Chat</h2>
        <AddMenu />
        <IconButton label="Close chat" icon={X} onClick={onClose} className="@min-[640px]:hidden" />
      </div>
      <ScrollArea className="min-h-0 flex-1 p-2">
        <nav aria-label="Conversations" className="flex flex-col gap-4">
          <ListGroup title="Views" folded={<Views chatView={chatView} onGo={onGo} waitingOnly />}>
            <Views chatView={chatView} onGo={onGo} />
          </ListGroup>
          <ListGroup title="Channels" folded={list(shared.filter(hasUnread))}>
            {channels.isPending && <PendingChannels />}
            {channels.error && (
              <NotLoaded
                isInline
                what="channels"
                error={channels.error}
                onRetry={channels.refetch}
              />
            )}
            {list(shared)}
          </ListGroup>
          {personal.length > 0 && (
            <ListGroup title="Groups & direct messages" folded={list(personal.filter(hasUnread))}>
              {list(personal)}
            </ListGroup>
          )}
        </nav>
      </ScrollArea>
      <ChannelDialogs channels={known} onGo={onGo} />
    </>
  );
}

function PendingChannels() {
  return ['w-16', 'w-12', 'w-20', 'w-24'].map((width) => (
    <div key={width} className="flex h-row items-center gap-3 px-3">
      <Skeleton className="size-4" />
      <Skeleton className={`h-3 ${width}`} />
    </div>
  ));
}

/** Starts a new conversation. */
function AddMenu() {
  return (
    <Menu>
      <MenuTrigger asChild>
        <IconButton label="Add" icon={Plus} />
      </MenuTrigger>
      <MenuContent align="end">
        <MenuItem
          icon={SquarePen}
          shortcut={keyNames(shortcuts.newMessage.keys[0]).join(' ')}
          onSelect={() => openChannelDialog({ kind: 'message', userIds: [] })}
        >
          New message
        </MenuItem>
        <MenuItem icon={Plus} onSelect={() => openChannelDialog({ kind: 'create' })}>
          Create channel
        </MenuItem>
        <MenuItem icon={Compass} onSelect={() => openChannelDialog({ kind: 'browse' })}>
          Browse channels
        </MenuItem>
      </MenuContent>
    </Menu>
  );
}
