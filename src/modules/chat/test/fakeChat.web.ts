import { FakeWorld } from '../../../platform/web/realtime/test/FakeWorld.ts';
import type { Attachment } from '../../attachments/contract.ts';
import { ChatSession } from '../web/state/session/chatSession.ts';
import type { FileToSend } from '../web/state/session/drafts/fileTransport.ts';
import { TabStorage } from '../web/state/session/drafts/tabStorage.ts';
import { freeLocks, Outbox, type SendLocks } from '../web/state/session/outbox.ts';
import { UnreadStore } from '../web/state/store/unread.ts';
import { attachment, FakeServer, me, type PublishedEvent } from './fakeServer.web.ts';

export class FakeStorage implements Storage {
  readonly #items = new Map<string, string>();
  get length() {
    return this.#items.size;
  }
  key = (index: number) => [...this.#items.keys()][index] ?? null;
  getItem = (key: string) => this.#items.get(key) ?? null;
  setItem = (key: string, value: string) => void this.#items.set(key, value);
  removeItem = (key: string) => void this.#items.delete(key);
  clear = () => this.#items.clear();
}

/** Locks shared by the tabs of one browser. */
export function sharedLocks(): SendLocks {
  const queues = new Map<string, (() => void)[]>();
  return {
    claim(id, act) {
      const queue = queues.get(id) ?? [];
      queues.set(id, [...queue, act]);
      if (queue.length === 0) act();
      return () => {
        const [first, ...rest] = queues.get(id) ?? [];
        if (first !== act)
          return void queues.set(id, [first, ...rest].filter((one) => one !== act) as []);
        queues.set(id, rest);
        rest[0]?.();
      };
    },
  };
}

/** Uploads under the test's control: each one waits to be resolved. */
export class FakeFiles {
  readonly sends: (FileToSend & {
    arrive: (attachment?: Attachment) => void;
    fail: (error: unknown) => void;
    aborted: boolean;
  })[] = [];
  readonly discarded: string[] = [];

  send = (file: FileToSend) => {
    const { promise: done, resolve, reject } = Promise.withResolvers<Attachment>();
    const arrive = (response = attachment(file.id)) => resolve(response);
    const sent = { ...file, arrive, fail: reject, aborted: false };
    this.sends.push(sent);
    const abort = () => {
      sent.aborted = true;
      reject(new TypeError('Aborted'));
    };
    return { done, abort };
  };

  discard = async (id: string) => {
    this.discarded.push(id);
  };
}

interface Parts {
  storage?: FakeStorage;
  tab?: FakeStorage;
  locks?: SendLocks;
  origin?: string;
  world?: FakeWorld;
}

export function createWorld() {
  const world = new FakeWorld();
  world.time = Date.parse('2026-01-05T16:00:00.000Z');
  return world;
}

export function createChat(server = new FakeServer(), parts: Parts = {}) {
  const { storage = new FakeStorage(), tab = new FakeStorage(), locks = freeLocks } = parts;
  const { origin = 'this tab', world = createWorld() } = parts;
  const outbox = new Outbox(storage, me);
  const files = new FakeFiles();
  const unread = new UnreadStore({ me, onChange: () => {}, onUnsure: () => {} });
  const tabStorage = new TabStorage(tab, me);
  const shared = {
    me,
    transport: server,
    files,
    outbox,
    locks,
    unread,
    tabStorage,
    origin,
    clock: world,
  };
  const session = new ChatSession(shared);
  const state = () => session.store.get('sales');
  return {
    world,
    server,
    storage,
    tab,
    outbox,
    files,
    tabStorage,
    unread,
    session,
    state,
    texts: () => [...state().messages, ...state().pending].map(({ content }) => content),
    async open(channelId = 'sales') {
      session.history.open(channelId);
      await settle();
    },
    send(text: string) {
      session.drafts.write('sales', text);
      return session.sendDraft('sales');
    },
    receive({ event, data }: PublishedEvent) {
      if (event === 'new_message') session.receive(data);
      else if (event === 'message_changed') session.receiveChanged(data);
      else session.receiveReaction(data);
    },
    connect(online: boolean) {
      server.online = online;
      session.connectionChanged();
      if (online) session.synchronize();
    },
  };
}

/** Lets all pending promises settle. */
export const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
