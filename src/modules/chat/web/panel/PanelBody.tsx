import { useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useEffect, useRef, useState } from 'react';
import { useConnection } from '../../../../platform/web/realtime/RealtimeProvider.tsx';
import { useCurrentUser } from '../../../access/web/public.ts';
import { ChannelChips } from '../conversations/ChannelChips.tsx';
import { ConversationList } from '../conversations/ConversationList.tsx';
import { conversationOf, virtualViews } from '../conversations/conversation.ts';
import { useChannels } from '../conversations/useChannels.ts';
import { ChannelView } from '../messages/ChannelView.tsx';
import { TeamDirectory } from '../people/TeamDirectory.tsx';
import { usePeopleById } from '../people/usePeople.ts';
import { sessionOf } from '../session/sessionOf.ts';
import { type ChatView, openView, type View } from '../view/chatView.ts';
import { useChatView } from '../view/useChatView.ts';
import { ConversationHeader } from './ConversationHeader.tsx';
import { type Chat, ChatContext } from './chatContext.ts';
import { type PanelProps, PanelSkeleton } from './PanelSkeleton.tsx';
import { useConnectionNotice } from './useConnectionNotice.ts';
import { VirtualViewPage } from './VirtualViewPage.tsx';

export default function PanelBody({ onClose }: PanelProps) {
  const user = useCurrentUser();
  const connection = useConnection();
  const client = useQueryClient();
  const directory = usePeopleById();
  if (!user || !connection) return <PanelSkeleton onClose={onClose} />;
  const session = sessionOf(connection, user.id, client);
  return <Panel chat={{ user, session, ...directory }} onClose={onClose} />;
}

/** Two columns where both fit; otherwise one of them, with a way back to the list. */
function Panel({ chat, onClose }: PanelProps & { chat: Chat }) {
  const me = chat.user.id;
  const held = useChatView(me);
  const [listedFor, setListedFor] = useState<ChatView | null>(null);
  const listing = listedFor === held;
  const channels = useChannels();
  const notice = useConnectionNotice();
  const list = useRef<HTMLDivElement>(null);
  const conversation = conversationOf(held, channels.data ?? [], me, chat.people);

  const go = (view: View, name?: string) => {
    openView(view, name);
    setListedFor(null);
  };

  // Who came by an id alone has a name as soon as the lists know it.
  const nameless =
    held.direct?.channelId === held.view && !held.direct.name && chat.people.size > 0;
  useEffect(() => {
    if (nameless) openView(held.view, conversation.name);
  }, [nameless, held.view, conversation.name]);

  // The button that led here is gone, and the keyboard's place with it.
  useEffect(() => {
    if (listing) list.current?.querySelector<HTMLElement>('[aria-current]')?.focus();
  }, [listing]);

  return (
    <ChatContext value={chat}>
      <div className="@container flex h-full min-h-0 bg-surface">
        <div
          ref={list}
          className={clsx(
            'min-h-0 w-full flex-col @min-[640px]:flex @min-[640px]:w-56 @min-[640px]:shrink-0',
            '@min-[640px]:border-r @min-[640px]:border-border',
            listing ? 'flex' : 'hidden',
          )}
        >
          <ConversationList held={held} channels={channels} onGo={go} onClose={onClose} />
        </div>
        <section
          aria-label={conversation.name}
          className={clsx(
            'min-h-0 min-w-0 flex-1 flex-col @min-[640px]:flex',
            listing ? 'hidden' : 'flex',
          )}
        >
          <ConversationHeader
            conversation={conversation}
            notice={notice}
            onBack={() => setListedFor(held)}
            onClose={onClose}
          />
          {conversation.kind === 'directory' && (
            <>
              <ChannelChips channels={channels.data ?? []} onGo={go} />
              <TeamDirectory onGo={go} />
            </>
          )}
          {virtualViews
            .filter((view) => view === conversation.kind)
            .map((view) => (
              <VirtualViewPage key={view} view={view} />
            ))}
          {(conversation.kind === 'channel' || conversation.kind === 'direct') && (
            <ChannelView
              key={held.view}
              channelId={held.view}
              conversation={conversation}
              notice={notice}
            />
          )}
        </section>
      </div>
    </ChatContext>
  );
}
