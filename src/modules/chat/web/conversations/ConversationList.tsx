import type { UseQueryResult } from '@tanstack/react-query';
import { Hash, MessagesSquare, Star, Users, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Avatar } from '../../../../platform/web/ui/Avatar.tsx';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import { ScrollArea } from '../../../../platform/web/ui/ScrollArea.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import type { Channel } from '../../contract.ts';
import { otherPersonIn } from '../directChannel.ts';
import { useChat } from '../panel/chatContext.ts';
import type { ChatView, View } from '../view/chatView.ts';
import { ConversationButton } from './ConversationButton.tsx';
import { conversationOf, listDirect, listShared } from './conversation.ts';

interface Props {
  held: ChatView;
  channels: UseQueryResult<Channel[]>;
  onGo: (view: View, name?: string) => void;
  onClose: () => void;
}

export function ConversationList({ held, channels, onGo, onClose }: Props) {
  const known = channels.data ?? [];
  const { user, people } = useChat();
  const entry = (view: View, name: string) => ({
    name,
    current: held.view === view,
    onClick: () => onGo(view, name),
  });
  const direct = listDirect(known, held);

  return (
    <>
      <div className="flex h-14 shrink-0 items-center justify-between border-b border-border pr-2 pl-4">
        <h2 className="text-base font-semibold">Chat</h2>
        <IconButton label="Close chat" icon={X} onClick={onClose} className="@min-[640px]:hidden" />
      </div>
      <ScrollArea className="min-h-0 flex-1 p-2">
        <nav aria-label="Conversations" className="flex flex-col gap-4">
          <Group>
            <ConversationButton
              icon={<Users aria-hidden />}
              {...entry('directory', 'Team Directory')}
            />
            <ConversationButton
              icon={<MessagesSquare aria-hidden />}
              {...entry('threads', 'Threads')}
            />
            <ConversationButton icon={<Star aria-hidden />} {...entry('starred', 'Starred')} />
          </Group>
          <Group title="Channels">
            {channels.isPending && <PendingChannels />}
            {channels.isError && <FailedChannels onRetry={() => void channels.refetch()} />}
            {listShared(known).map(({ id, name }) => (
              <ConversationButton key={id} icon={<Hash aria-hidden />} {...entry(id, name)} />
            ))}
          </Group>
          {direct.length > 0 && (
            <Group title="Direct messages">
              {direct.map(({ channelId }) => {
                const { name } = conversationOf(
                  { ...held, view: channelId },
                  known,
                  user.id,
                  people,
                );
                const other = otherPersonIn(channelId, user.id);
                const icon = <PersonIcon name={name} userId={other === user.id ? null : other} />;
                return (
                  <ConversationButton key={channelId} icon={icon} {...entry(channelId, name)} />
                );
              })}
            </Group>
          )}
        </nav>
      </ScrollArea>
    </>
  );
}

function Group({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <section aria-label={title ?? 'Views'} className="flex flex-col gap-0.5">
      {title && <h3 className="px-3 pb-1 text-xs font-medium text-muted">{title}</h3>}
      {children}
    </section>
  );
}

function PersonIcon({ name, userId }: { name: string; userId: number | null }) {
  const { people } = useChat();
  const status = userId === null ? undefined : people.get(userId)?.status;
  return <Avatar name={name} size="sm" status={status} className="-mx-1" />;
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
      The channels could not be loaded.
      <Button size="sm" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
