import type { ChatMessage } from '../../../contract.ts';
import { applyFirst } from '../store/apply.ts';
import { UnreadStore } from '../store/unread.ts';
import { ChatSession } from './chatSession.ts';
import { TabStorage } from './drafts/tabStorage.ts';
import { freeLocks, Outbox } from './outbox.ts';
import type { Transport } from './transport.ts';

const never = () => new Promise<never>(() => {});
const nothing = () => {};

const transport: Transport = {
  connected: () => false,
  sendFrame: () => false,
  sendTyping: () => false,
  post: never,
  newest: never,
  early: () => undefined,
  page: never,
  changes: never,
  sync: never,
  thread: never,
  markRead: never,
  markUnread: never,
  readThread: never,
  drafts: never,
  saveDraft: never,
};

const noStorage: Storage = {
  length: 0,
  key: () => null,
  getItem: () => null,
  setItem: nothing,
  removeItem: nothing,
  clear: nothing,
};

/** A session for one render on the server: it has these messages, and neither calls nor keeps anything. */
export function drawnSession(
  me: number,
  channelId: string,
  messages: readonly ChatMessage[],
): ChatSession {
  const session = new ChatSession({
    me,
    transport,
    files: { send: () => ({ done: never(), abort: nothing }), discard: never },
    outbox: new Outbox(noStorage, me),
    locks: freeLocks,
    unread: new UnreadStore({ me, onChange: nothing, onUnsure: nothing }),
    tabStorage: new TabStorage(noStorage, me),
    origin: '',
    clock: { now: () => Date.now(), after: () => nothing, random: () => 0 },
  });
  session.store.update(channelId, (state) => applyFirst(state, messages));
  return session;
}
