import { FakeWorld } from '../../../platform/web/realtime/test/FakeWorld.ts';
import type { ChannelChanges, ChatMessage, NewMessage } from '../contract.ts';
import { ChatSession } from '../web/session/chatSession.ts';
import { Outbox } from '../web/session/outbox.ts';
import type { Send, Transport } from '../web/session/transport.ts';

export const me = 7;

export function message(seq: number, more: Partial<ChatMessage> = {}): ChatMessage {
  return {
    id: `m${seq}`,
    channelId: 'sales',
    seq,
    rev: seq,
    clientMsgId: `other-${seq}`,
    senderId: 9,
    senderName: 'Bo Hall',
    senderInitials: 'BH',
    content: `message ${seq}`,
    messageType: 'text',
    metadata: null,
    threadId: null,
    replyToId: null,
    isPinned: false,
    isStarred: false,
    editedAt: null,
    createdAt: '2026-01-05T16:00:00.000Z',
    mentions: [],
    mentionedUserIds: [],
    reactions: [],
    attachments: [],
    readBy: [],
    deliveredTo: [],
    ...more,
  };
}

export function frame(seq: number, more: Partial<NewMessage> = {}): NewMessage {
  const { prevRev, ...rest } = more;
  const made = message(seq, rest);
  return { ...made, prevRev: prevRev ?? made.rev - 1 };
}

export const messages = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => message(from + index));

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

/** The server of one channel, with every message it stored, and a cable one can pull. */
export class FakeServer implements Transport {
  stored: ChatMessage[] = [];
  readonly frames: Send[] = [];
  readonly posts: Send[] = [];
  readonly asked: string[] = [];
  online = true;
  /** What a post meets instead of being stored. */
  postError: unknown = null;

  connected = () => this.online;

  sendFrame = (send: Send) => {
    if (this.online) this.frames.push(send);
    return this.online;
  };

  /** Stores once per client id, as the database does. */
  store({ clientMsgId, content }: Send): ChatMessage {
    const known = this.stored.find((stored) => stored.clientMsgId === clientMsgId);
    if (known) return known;
    const seq = this.stored.length + 1;
    const stored = message(seq, { clientMsgId, content, senderId: me, senderName: 'Ann Lee' });
    this.stored.push(stored);
    return stored;
  }

  /** The echo of a send: what every socket of the sender receives. */
  echo(send: Send): NewMessage {
    const stored = this.store(send);
    return { ...stored, prevRev: stored.rev - 1 };
  }

  post = async (send: Send) => {
    this.posts.push(send);
    if (this.postError) throw this.postError;
    return this.store(send);
  };

  newest = async () => {
    this.asked.push('newest');
    return this.stored.slice(-50);
  };

  before = async (_: string, seq: number) => {
    this.asked.push(`before ${seq}`);
    return this.stored.filter((stored) => stored.seq < seq).slice(-50);
  };

  changes = async (channelId: string, since: number): Promise<ChannelChanges> => {
    this.asked.push(`changes ${since}`);
    return this.#changes(channelId, since);
  };

  sync = async (revs: Record<string, number>) => {
    this.asked.push(`sync ${JSON.stringify(revs)}`);
    return Object.entries(revs).map(([channelId, since]) => this.#changes(channelId, since));
  };

  #changes(channelId: string, since: number): ChannelChanges {
    const changed = this.stored.filter(({ rev }) => rev > since);
    const last = Math.max(0, ...this.stored.map(({ rev }) => rev));
    const reset = changed.length > 200;
    const answer = reset ? this.stored.slice(-50) : changed.sort((a, b) => a.rev - b.rev);
    return { channelId, lastSeq: this.stored.length, lastRev: last, reset, messages: answer };
  }
}

export function createChat(server = new FakeServer(), storage = new FakeStorage()) {
  const world = new FakeWorld();
  world.time = Date.parse('2026-01-05T16:00:00.000Z');
  const outbox = new Outbox(storage, me);
  const session = new ChatSession({ me, transport: server, outbox, clock: world });
  const state = () => session.store.get('sales');
  return {
    world,
    server,
    storage,
    outbox,
    session,
    state,
    texts: () => [...state().messages, ...state().pending].map(({ content }) => content),
    async open() {
      session.history.open('sales');
      await settle();
    },
    say(text: string) {
      session.drafts.write('sales', text);
      return session.sendDraft('sales');
    },
  };
}

/** Lets every promise that can settle do so. */
export const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
