import type { UseQueryResult } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import { ScrollArea } from '../../../../platform/web/ui/ScrollArea.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import type { Channel } from '../../contract/channels.ts';
import { AddMenu } from '../channels/AddMenu.tsx';
import { ChannelDialogs } from '../channels/ChannelDialogs.tsx';
import { useChat } from '../panel/chatContext.ts';
import type { ChatView, View } from '../view/chatView.ts';
import { listPersonal, listShared } from './conversation.ts';
import { Entries, Views } from './list/entries.tsx';
import { ListGroup } from './list/ListGroup.tsx';
import { useMarks } from './marks.ts';

interface Props {
  chatView: ChatView;
  channels: { data: Channel[] | undefined } & Pick<
    UseQueryResult,
    'isPending' | 'isError' | 'refetch'
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
            {channels.isError && <FailedChannels onRetry={() => void channels.refetch()} />}
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

function FailedChannels({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="flex flex-col items-start gap-2 px-3 py-1 text-sm text-muted">
      Couldn’t load channels.
      <Button size="sm" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
