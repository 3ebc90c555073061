import type { Thread, ThreadState } from '../../../contract/threads.ts';
import { type ChatMessage, historyPageSize } from '../../../contract.ts';
import type { PendingMessage } from './channelState.ts';
import { type Change, mergeMessages, newerOf, retouch, touch } from './mergeMessages.ts';

export type Reply = ChatMessage & { threadSeq: number };

/** The loaded state of one thread. */
export interface ThreadWindow {
  threadId: string;
  /** Empty until the thread is opened. */
  channelId: string;
  phase: 'idle' | 'loading' | 'ready' | 'failed';
  /** The thread's root message. */
  root: ChatMessage | null;
  /** A window without gaps, ordered by threadSeq, ending with the newest known reply. */
  replies: readonly Reply[];
  pending: readonly PendingMessage[];
  reachedStart: boolean;
  older: 'idle' | 'loading' | 'failed';
  state: ThreadState | null;
}

export function emptyThread(threadId: string): ThreadWindow {
  return {
    threadId,
    channelId: '',
    phase: 'idle',
    root: null,
    replies: [],
    pending: [],
    reachedStart: false,
    older: 'idle',
    state: null,
  };
}

/** Replaces the window with the newest page. */
export function applyThread(window: ThreadWindow, { root, replies, state }: Thread): ThreadWindow {
  return {
    ...window,
    channelId: root.channelId,
    phase: 'ready',
    root,
    replies: replies.filter(isReply),
    reachedStart: isStart(replies),
    older: 'idle',
    state: newerState(window.state, state),
  };
}

export function applyOlderReplies(window: ThreadWindow, page: readonly ChatMessage[]) {
  const replies = merge(window.replies, page.filter(isReply), true);
  return { ...window, replies, older: 'idle', reachedStart: isStart(page) } as const;
}

/** Applies a change of the thread's channel, in any order; `me` is the reader's id. */
export function applyToThread(window: ThreadWindow, change: Change, me: number): ThreadWindow {
  if (window.phase !== 'ready') return window;
  if (change.kind === 'message') return withMessage(window, change.message, change.own, me);
  const replies = retouch(window.replies, change);
  const { root } = window;
  const touched = root?.id === change.messageId ? touch(root, change) : root;
  return replies === window.replies && touched === root
    ? window
    : { ...window, replies, root: touched };
}

/** Replies may arrive out of order: the later state wins. */
export function newerState(current: ThreadState | null, state: ThreadState): ThreadState {
  if (!current || state.version > current.version) return state;
  if (state.version < current.version || state.lastReadSeq < current.lastReadSeq) return current;
  return state.lastSeq < current.lastSeq && state.lastReadSeq === current.lastReadSeq
    ? { ...state, lastSeq: current.lastSeq, unread: current.unread }
    : state;
}

function withMessage(
  window: ThreadWindow,
  message: ChatMessage,
  own = false,
  me: number,
): ThreadWindow {
  const { threadId, root, replies, reachedStart } = window;
  if (message.id === threadId) {
    const newer = root ? newerOf(root, message, own) : message;
    return newer === root ? window : { ...window, root: newer };
  }
  if (message.threadId !== threadId || !isReply(message)) return window;
  const from = reachedStart ? 0 : (replies[0]?.threadSeq ?? 0);
  if (message.threadSeq < from) return window;
  const merged = merge(replies, [message], own);
  if (merged === replies) return window;
  return { ...window, replies: merged, state: counted(window.state, message, me) };
}

function counted(state: ThreadState | null, { threadSeq, senderId }: Reply, me: number) {
  if (!state || threadSeq <= state.lastSeq) return state;
  const unread = senderId === me ? state.unread : Math.min(100, state.unread + 1);
  return { ...state, lastSeq: threadSeq, unread };
}

function isReply(message: ChatMessage): message is Reply {
  return message.threadSeq !== null;
}

function merge(current: readonly Reply[], incoming: readonly Reply[], own: boolean) {
  return mergeMessages(current, incoming, ({ threadSeq }) => threadSeq, own);
}

function isStart(page: readonly ChatMessage[]): boolean {
  return page.length < historyPageSize || (page[0]?.threadSeq ?? 1) <= 1;
}
