import type { Attachment } from '../../attachments/contract.ts';
import type { MessageChanged, MessageReaction } from '../contract/changes.ts';
import type { ReadState, ServerDraft } from '../contract/personal.ts';
import type { ThreadState } from '../contract/threads.ts';
import type { ChannelChanges, ChatMessage, NewMessage } from '../contract.ts';
import type { DraftToSave, PageAt, Send, Transport } from '../web/state/session/transport.ts';
import type { TimelineMessage } from '../web/state/store/channelState.ts';

export const me = 7;
const pageSize = 50;

export function message(seq: number, more: Partial<TimelineMessage> = {}): TimelineMessage {
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
    threadSeq: null,
    thread: null,
    replyToId: null,
    isPinned: false,
    isStarred: false,
    editedAt: null,
    deletedAt: null,
    createdAt: '2026-01-05T16:00:00.000Z',
    mentions: [],
    mentionedUserIds: [],
    mentionsChannel: false,
    reactions: [],
    attachments: [],
    readBy: [],
    deliveredTo: [],
    ...more,
  };
}

/** A reply in the thread of the first message. */
export function reply(threadSeq: number, more: Partial<ChatMessage> = {}): ChatMessage {
  const id = `r${threadSeq}`;
  const place = { id, clientMsgId: `other-${id}`, content: `reply ${threadSeq}` };
  return { ...message(1), ...place, seq: null, threadId: 'm1', threadSeq, ...more };
}

export function frame(seq: number, more: Partial<NewMessage & { seq: number }> = {}): NewMessage {
  const { prevRev, ...rest } = more;
  const made = message(seq, rest);
  return { ...made, prevRev: prevRev ?? made.rev - 1 };
}

export const messages = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => message(from + index));

export function attachment(id: string): Attachment {
  const about = { name: `${id}.pdf`, size: 3, mimeType: 'application/pdf', durationMs: null };
  const shown = { type: 'file', thumbnailUrl: null, width: null, height: null } as const;
  return { id, url: `/api/chat/files/${id}`, ...about, ...shown };
}

/** A socket event. */
export type PublishedEvent =
  | { event: 'new_message'; data: NewMessage }
  | { event: 'message_changed'; data: MessageChanged }
  | { event: 'message_reaction'; data: MessageReaction };

/** The server of one channel, with every stored message and a connection that can be cut. */
export class FakeServer implements Transport {
  stored: ChatMessage[] = [];
  readonly stars = new Set<string>();
  readonly published: PublishedEvent[] = [];
  readonly frames: Send[] = [];
  readonly posts: Send[] = [];
  readonly typed: string[] = [];
  readonly reads: [id: string, seq: number, version: number][] = [];
  readonly saves: (DraftToSave & { origin: string })[] = [];
  savedDrafts: ServerDraft[] = [];
  readonly calls: string[] = [];
  online = true;
  maxChanges = 200;
  /** What a post or other write gets instead of being stored. */
  postError: unknown = null;
  writeError: unknown = null;
  state: ReadState = {
    channelId: 'sales',
    lastReadSeq: 0,
    version: 0,
    lastSeq: 0,
    unread: 0,
    mentions: 0,
  };
  threadState: ThreadState = {
    threadId: 'm1',
    channelId: 'sales',
    following: true,
    lastReadSeq: 0,
    version: 0,
    lastSeq: 0,
    unread: 0,
  };
  /** How a response is delivered; a test may delay it. */
  respond = async <T>(read: () => T): Promise<T> => read();

  connected = () => this.online;

  sendFrame = (send: Send) => {
    if (this.online) this.frames.push(send);
    return this.online;
  };

  sendTyping = (channelId: string, threadId: string | null) => {
    if (this.online) this.typed.push(threadId ?? channelId);
    return this.online;
  };

  get lastRev(): number {
    return Math.max(0, ...this.stored.map(({ rev }) => rev));
  }

  get timeline(): ChatMessage[] {
    return this.stored
      .filter(({ seq }) => seq !== null)
      .sort((a, b) => (a.seq ?? 0) - (b.seq ?? 0));
  }

  repliesOf(threadId: string): ChatMessage[] {
    const replies = this.stored.filter((stored) => stored.threadId === threadId);
    return replies.sort((a, b) => (a.threadSeq ?? 0) - (b.threadSeq ?? 0));
  }

  /** Stores once per client id, as the database does. */
  store(send: Send, senderId = me): ChatMessage {
    const { clientMsgId, content, threadId = null, replyToId = null, attachmentIds = [] } = send;
    const known = this.stored.find((stored) => stored.clientMsgId === clientMsgId);
    if (known) return known;
    const inTimeline = threadId === null || send.alsoToChannel;
    const seq = this.timeline.length + 1;
    const stored: ChatMessage = {
      ...message(seq, { rev: this.lastRev + 1, clientMsgId, content, senderId, replyToId }),
      id: `s${this.stored.length + 1}`,
      seq: inTimeline ? seq : null,
      threadId,
      threadSeq: threadId === null ? null : this.repliesOf(threadId).length + 1,
      attachments: attachmentIds.map(attachment),
    };
    this.stored.push(stored);
    this.published.push({ event: 'new_message', data: { ...stored, prevRev: stored.rev - 1 } });
    if (threadId !== null) this.#summarize(threadId);
    return stored;
  }

  /** The echo of a send: what every socket of the sender receives. */
  echo(send: Send): NewMessage {
    const stored = this.store(send);
    return { ...stored, prevRev: stored.rev - 1 };
  }

  change(id: string, change: Partial<ChatMessage>): void {
    const changed = this.#put(id, change);
    if (!changed) return;
    this.published.push({
      event: 'message_changed',
      data: { ...changed, prevRev: changed.rev - 1 },
    });
  }

  react(messageId: string, emoji: string, userId: number): void {
    const reactions = [{ emoji, users: [userId] }];
    const changed = this.#put(messageId, { reactions });
    if (!changed) return;
    const { channelId, rev } = changed;
    const what = { messageId, channelId, userId, emoji, action: 'add' as const, reactions };
    this.published.push({ event: 'message_reaction', data: { ...what, rev, prevRev: rev - 1 } });
  }

  post = async (send: Send) => {
    this.posts.push(send);
    if (this.postError) throw this.postError;
    return this.store(send);
  };

  newest = (channelId: string) => {
    this.calls.push('newest');
    const isHere = channelId === 'sales';
    return this.respond(() => (isHere ? this.own(this.timeline.slice(-pageSize)) : []));
  };

  /** What was called for before the chat began. */
  calledEarly: Promise<ChatMessage[]> | undefined;
  early = () => {
    const { calledEarly } = this;
    this.calledEarly = undefined;
    return calledEarly;
  };

  page = (_: string, at: PageAt) => {
    const [[side, seq] = ['around', 0]] = Object.entries(at);
    this.calls.push(`${side} ${seq}`);
    return this.respond(() => {
      if (side === 'before') return this.own(this.timeline.slice(0, seq - 1).slice(-pageSize));
      const from = side === 'after' ? seq : Math.max(0, seq - 1 - pageSize / 2);
      return this.own(this.timeline.slice(from, from + pageSize));
    });
  };

  changes = (channelId: string, since: number) => {
    this.calls.push(`changes ${since}`);
    return this.respond(() => this.#changes(channelId, since));
  };

  sync = (revs: Record<string, number>) => {
    this.calls.push(`sync ${JSON.stringify(revs)}`);
    return this.respond(() => Object.entries(revs).map(([id, since]) => this.#changes(id, since)));
  };

  thread = (threadId: string, before = Number.POSITIVE_INFINITY) => {
    this.calls.push(`thread ${threadId}`);
    return this.respond(() => {
      const [root = message(1)] = this.own(this.stored.filter(({ id }) => id === threadId));
      const replies = this.repliesOf(threadId).filter(({ threadSeq }) => (threadSeq ?? 0) < before);
      const lastSeq = this.repliesOf(threadId).length;
      const state = { ...this.threadState, threadId, lastSeq };
      return { root, replies: this.own(replies.slice(-pageSize)), state };
    });
  };

  markRead = async (channelId: string, seq: number, version: number) => {
    this.reads.push([channelId, seq, version]);
    if (this.writeError) throw this.writeError;
    if (version === this.state.version && seq > this.state.lastReadSeq)
      this.state = { ...this.state, lastReadSeq: seq, unread: this.state.lastSeq - seq };
    return { ...this.state, channelId };
  };

  markUnread = async (channelId: string, seq: number) => {
    if (this.writeError) throw this.writeError;
    const { lastSeq, version } = this.state;
    const moved = { lastReadSeq: seq - 1, version: version + 1, unread: lastSeq - seq + 1 };
    this.state = { ...this.state, channelId, ...moved };
    return this.state;
  };

  readThread = async (threadId: string, seq: number, version: number) => {
    this.reads.push([threadId, seq, version]);
    this.threadState = { ...this.threadState, threadId, lastReadSeq: seq };
    return this.threadState;
  };

  drafts = () => this.respond(() => this.savedDrafts);

  saveDraft = async (draft: DraftToSave, origin: string) => {
    if (this.writeError) throw this.writeError;
    this.saves.push({ ...draft, origin });
  };

  /** The HTTP response, with the requester's stars. */
  own(list: readonly ChatMessage[]): ChatMessage[] {
    return list.map((stored) => ({ ...stored, isStarred: this.stars.has(stored.id) }));
  }

  #put(id: string, change: Partial<ChatMessage>): ChatMessage | undefined {
    const at = this.stored.findIndex((stored) => stored.id === id);
    const current = this.stored[at];
    if (!current) return undefined;
    const changed = { ...current, ...change, rev: this.lastRev + 1 };
    this.stored = this.stored.with(at, changed);
    return changed;
  }

  #summarize(threadId: string): void {
    const replyCount = this.repliesOf(threadId).length;
    const lastReplyAt = '2026-01-05T16:00:00.000Z';
    this.change(threadId, {
      thread: { replyCount, lastSeq: replyCount, lastReplyAt, replierIds: [] },
    });
  }

  #changes(channelId: string, since: number): ChannelChanges {
    if (channelId !== 'sales')
      return { channelId, lastSeq: 0, lastRev: 0, reset: false, messages: [] };
    const changed = this.stored.filter(({ rev }) => rev > since).sort((a, b) => a.rev - b.rev);
    const reset = changed.length > this.maxChanges || since > this.lastRev;
    const returned = reset ? this.timeline.slice(-pageSize) : changed;
    const lastSeq = this.timeline.length;
    return { channelId, lastSeq, lastRev: this.lastRev, reset, messages: this.own(returned) };
  }
}
