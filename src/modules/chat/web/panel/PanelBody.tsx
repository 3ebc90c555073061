import { useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { type ReactNode, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useConnection } from '../../../../platform/web/realtime/RealtimeProvider.tsx';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { useCurrentUser } from '../../../access/web/public.ts';
import type { Channel } from '../../contract/channels.ts';
import { ConversationList } from '../conversations/ConversationList.tsx';
import { useFilters } from '../filters/filters.ts';
import { ChannelView } from '../messages/ChannelView.tsx';
import { ClosedConversation } from '../messages/timeline/ChannelNotices.tsx';
import { MessageSkeletons } from '../parts/MessageSkeletons.tsx';
import { useCardUpkeep } from '../records/cards.ts';
import { type Chat, ChatContext, useChat } from '../state/chatContext.ts';
import { channelIcon } from '../state/conversations/channelIcon.ts';
import {
  type Conversation,
  closedConversation,
  conversationOf,
  listShared,
} from '../state/conversations/conversation.ts';
import { useChannels } from '../state/conversations/useChannels.ts';
import { useKnownChannels } from '../state/conversations/useKnownChannels.ts';
import { announceShown, earlyChannel } from '../state/early.ts';
import { extensionViews, searchView } from '../state/extensions.ts';
import { showDialog, useShownDialog } from '../state/messages/shownDialog.ts';
import { usePeopleById } from '../state/people/usePeople.ts';
import { sessionOf } from '../state/session/sessionOf.ts';
import { type ConnectionNotice, useConnectionNotice } from '../state/useConnectionNotice.ts';
import { type ChatView, openView, type View } from '../state/view/chatView.ts';
import { useCovered, useCovering } from '../state/view/covered.ts';
import { closeThread, type OpenThread, useOpenThread } from '../state/view/openThread.ts';
import { useChatView } from '../state/view/useChatView.ts';
import { useBackStep } from './backStep.ts';
import { ConversationHeader } from './ConversationHeader.tsx';
import { type PanelProps, PanelSkeleton } from './PanelSkeleton.tsx';
import {
  FilteredMessages,
  loadParts,
  MessageDialogs,
  StarredView,
  TeamDirectory,
  ThreadPane,
  ThreadsInbox,
} from './parts.ts';

const none: readonly Channel[] = [];

/** Widths from which two columns fit; keep in sync with the classes below. */
const besideListPx = 640;
const besideThreadPx = 1000;

export default function PanelBody({ onClose }: PanelProps) {
  const user = useCurrentUser();
  const connection = useConnection();
  const client = useQueryClient();
  const directory = usePeopleById();
  if (!user || !connection) return <PanelSkeleton onClose={onClose} />;
  const session = sessionOf(connection, user.id, client);
  return <Panel chat={{ user, session, ...directory }} onClose={onClose} />;
}

/** Two columns if both fit; otherwise one, with a button back to the list. */
export function Panel({ chat, onClose }: PanelProps & { chat: Chat }) {
  const me = chat.user.id;
  const chatView = useChatView(me);
  const [listedFor, setListedFor] = useState<ChatView | null>(null);
  const listing = listedFor === chatView;
  const channels = useKnownChannels(chatView, me);
  const notice = useConnectionNotice();
  useCardUpkeep();
  useEffect(loadParts, []);
  const list = useRef<HTMLDivElement>(null);
  const known = channels.data ?? none;
  const conversation = channels.closed
    ? closedConversation(chatView.view)
    : conversationOf(chatView, known, me, chat.people);
  const thread = useOpenThread();
  // Its own messages announce themselves.
  const isOther = channels.closed || chatView.view !== earlyChannel();
  useLayoutEffect(() => {
    if (isOther) announceShown();
  }, [isOther]);
  const panel = useRef<HTMLDivElement>(null);
  useCovering(panel, thread ? besideThreadPx : listing ? besideListPx : 0);
  useBackStep(true, onClose);
  useBackStep(thread !== null, closeThread);

  const covered = useCovered();
  const go = (view: View, name?: string) => {
    if (view === chatView.view && covered) closeThread();
    openView(view, name);
    setListedFor(null);
  };

  // Opened by id only: store the name once it is known.
  const nameless =
    chatView.direct?.channelId === chatView.view && !chatView.direct.name && chat.people.size > 0;
  useEffect(() => {
    if (nameless) openView(chatView.view, conversation.name);
  }, [nameless, chatView.view, conversation.name]);

  // The button that opened the list is gone: move the focus to the list.
  useEffect(() => {
    if (listing) list.current?.querySelector<HTMLElement>('[aria-current]')?.focus();
  }, [listing]);

  return (
    <ChatContext value={chat}>
      <div ref={panel} className="@container flex h-full min-h-0 bg-surface">
        <div
          ref={list}
          className={clsx(
            'min-h-0 w-full flex-col @min-[640px]:flex @min-[640px]:w-56 @min-[640px]:shrink-0',
            '@min-[640px]:border-r @min-[640px]:border-border',
            listing ? 'flex' : 'hidden',
          )}
        >
          <ConversationList chatView={chatView} channels={channels} onGo={go} onClose={onClose} />
        </div>
        <div
          className={clsx(
            'relative min-h-0 min-w-0 flex-1 @min-[640px]:flex',
            listing ? 'hidden' : 'flex',
          )}
        >
          <section
            aria-label={conversation.name}
            className={clsx(
              'flex min-h-0 min-w-0 flex-1 flex-col',
              thread && 'invisible @min-[1000px]:visible',
            )}
          >
            <ConversationHeader
              conversation={conversation}
              notice={notice}
              onBack={() => setListedFor(chatView)}
              onClose={onClose}
            />
            {channels.unsure ? (
              <MessageSkeletons />
            ) : (
              <Suspense fallback={<MessageSkeletons />}>
                <Contents
                  conversation={conversation}
                  chatView={chatView}
                  notice={notice}
                  onGo={go}
                />
              </Suspense>
            )}
          </section>
          {thread && (
            <OpenedThread key={thread.threadId} thread={thread} channels={known} notice={notice} />
          )}
        </div>
      </div>
      <Dialogs />
    </ChatContext>
  );
}

/** The dialogs about one message; rendered once in the panel. */
function Dialogs() {
  const shown = useShownDialog();
  return (
    <Suspense>
      {shown && <MessageDialogs shown={shown} onClose={() => showDialog(null)} />}
    </Suspense>
  );
}

interface ContentsProps {
  conversation: Conversation;
  chatView: ChatView;
  notice: ConnectionNotice;
  onGo: (view: View, name?: string) => void;
}

function Contents({ conversation, chatView, notice, onGo }: ContentsProps) {
  const channels = useChannels();
  switch (conversation.kind) {
    case 'directory':
      // The channels would push the list of people down.
      if (channels.isLoading) return <MessageSkeletons />;
      return (
        <>
          <ChannelChips channels={channels.data ?? none} onGo={onGo} />
          <TeamDirectory onGo={onGo} />
        </>
      );
    case 'extension':
      return <ExtensionContents id={chatView.view} />;
    case 'search':
      return <SearchContents />;
    case 'threads':
      return <ThreadsInbox />;
    case 'starred':
      return <StarredView />;
    case 'closed':
      return <ClosedConversation onLeave={() => onGo('directory')} />;
    default:
      return (
        <ActiveFilters channelId={chatView.view}>
          <ChannelView
            key={chatView.view}
            channelId={chatView.view}
            conversation={conversation}
            notice={notice}
          />
        </ActiveFilters>
      );
  }
}

/** The rest is in the conversation list. */
const shownChips = 8;

interface ChipsProps {
  channels: readonly Channel[];
  onGo: (view: View, name: string) => void;
}

/** Channels above the directory, when there is no space for the conversation list. */
function ChannelChips({ channels, onGo }: ChipsProps) {
  return (
    <nav
      aria-label="Channels"
      className="flex shrink-0 flex-wrap gap-2 border-b border-border px-4 py-3 empty:hidden @min-[640px]:hidden"
    >
      {listShared(channels)
        .slice(0, shownChips)
        .map((channel) => {
          const Icon = channelIcon(channel);
          return (
            <Button
              key={channel.id}
              size="sm"
              className="max-w-full"
              onClick={() => onGo(channel.id, channel.name)}
            >
              <Icon aria-hidden />
              <span className="truncate">{channel.name}</span>
            </Button>
          );
        })}
    </nav>
  );
}

/** The conversation, or only the messages that match the active filters. */
function ActiveFilters({ channelId, children }: { channelId: string; children: ReactNode }) {
  const { active } = useFilters(channelId);
  return active.length > 0 ? <FilteredMessages channelId={channelId} /> : children;
}

function ExtensionContents({ id }: { id: View }) {
  const added = extensionViews().find((view) => view.id === id);
  return (
    added && (
      <Suspense>
        <added.View />
      </Suspense>
    )
  );
}

function SearchContents() {
  const Search = searchView();
  return <Suspense>{Search && <Search />}</Suspense>;
}

interface OpenedProps {
  thread: OpenThread;
  channels: readonly Channel[];
  notice: ConnectionNotice;
}

/** Next to the conversation if both fit, otherwise over it. */
function OpenedThread({ thread, channels, notice }: OpenedProps) {
  const { user, people } = useChat();
  const view = { view: thread.channelId, direct: null };
  const { name, channel } = conversationOf(view, channels, user.id, people);
  return (
    <section
      aria-label={`Thread in ${name}`}
      className="absolute inset-0 flex min-h-0 flex-col bg-surface @min-[1000px]:static @min-[1000px]:w-[400px] @min-[1000px]:shrink-0 @min-[1000px]:border-l @min-[1000px]:border-border"
    >
      <Suspense fallback={<MessageSkeletons />}>
        <ThreadPane
          thread={thread}
          name={name}
          channel={channel}
          notice={notice}
          onClose={() => closeThread()}
        />
      </Suspense>
    </section>
  );
}
