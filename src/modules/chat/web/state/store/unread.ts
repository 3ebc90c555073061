import type { ReplyOf } from '../../../../../platform/contract/endpoint.ts';
import type { DataOf } from '../../../../../platform/contract/socket.ts';
import { createWatchers } from '../../../../../platform/web/state/createStore.ts';
import type { getUnread, messageStarred, ReadState } from '../../../contract/personal.ts';
import type { ChatMessage } from '../../../contract.ts';

export type UnreadReply = ReplyOf<typeof getUnread>;

/** Counts are capped here. */
const maxCount = 100;
/** After this many messages since the server's count, refetch. */
const maxFresh = 200;

/** An optimistic pointer the server has not confirmed yet. */
interface Assumed {
  lastReadSeq: number;
  version: number;
  /** Marked unread: overrides the server's last state. */
  back: boolean;
}

interface Options {
  me: number;
  /** The counts changed. */
  onChange(): void;
  /** The change cannot be counted locally: refetch. */
  onUnsure(): void;
}

/**
 * The user's unread counts. Derived, not incremented: from the server's last count, the messages seen
 * since by position, and the local pointer, so that repeats and late replies cannot distort them.
 */
export class UnreadStore {
  readonly #options: Options;
  #known = new Map<string, ReadState>();
  /** States received since the full list was requested, which may be older. */
  readonly #since = new Map<string, ReadState>();
  readonly #assumed = new Map<string, Assumed>();
  /** Other people's messages after the server's count: `seq`, and whether they mention me. */
  readonly #fresh = new Map<string, Map<number, boolean>>();
  readonly #watchers = createWatchers();
  #threads = 0;
  #starred = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  find(channelId: string): ReadState | undefined {
    const known = this.#known.get(channelId);
    return known && this.#derive(known);
  }

  snapshot(): UnreadReply {
    const channels = [...this.#known.values()].map((known) => this.#derive(known));
    return { channels, threads: this.#threads, starred: this.#starred };
  }

  /** The full list is being requested. */
  requested(): void {
    this.#since.clear();
  }

  received({ channels, threads, starred }: UnreadReply): void {
    this.#known = new Map(channels.map((state) => [state.channelId, state]));
    this.#threads = threads;
    this.#starred = starred;
    for (const state of channels) this.#settle(state);
    for (const state of this.#since.values()) this.#accept(state);
    this.#watchers.notify();
  }

  /** Calls `watcher` whenever the full list was received. */
  watchReceived(watcher: () => void): void {
    this.#watchers.watch(watcher);
  }

  /** Takes the state of one channel, from a reply or the socket. */
  take(state: ReadState): void {
    this.#since.set(state.channelId, state);
    this.#accept(state);
    this.#options.onChange();
  }

  /** Moves the pointer forward optimistically. */
  readTo(channelId: string, seq: number): void {
    const known = this.#known.get(channelId);
    if (!known || seq <= this.#derive(known).lastReadSeq) return;
    this.#assumed.set(channelId, { lastReadSeq: seq, version: known.version, back: false });
    this.#options.onChange();
  }

  /** Moves the pointer back before a message optimistically. */
  markUnread(channelId: string, seq: number): void {
    const known = this.#known.get(channelId);
    if (!known) return;
    const version = known.version + 1;
    this.#assumed.set(channelId, { lastReadSeq: seq - 1, version, back: true });
    this.#options.onChange();
  }

  /** Reverts a channel's optimistic pointer. */
  undo(channelId: string): void {
    if (this.#assumed.delete(channelId)) this.#options.onChange();
  }

  /** A message arrived. */
  message({ channelId, seq, senderId, ...message }: ChatMessage): void {
    const { me, onChange, onUnsure } = this.#options;
    if (senderId === me) return;
    if (seq === null) return;
    const known = this.#known.get(channelId);
    if (!known) {
      // An unknown channel: a first direct message.
      onUnsure();
      return;
    }
    const fresh = this.#fresh.get(channelId) ?? new Map<number, boolean>();
    if (seq <= known.lastSeq || fresh.has(seq)) return;
    const mentionsMe = message.mentionsChannel || message.mentionedUserIds.includes(me);
    this.#fresh.set(channelId, fresh.set(seq, mentionsMe));
    if (fresh.size > maxFresh) onUnsure();
    onChange();
  }

  /** A message was changed: a deleted one no longer counts as unread. */
  changed({ channelId, seq, senderId, deletedAt }: ChatMessage): void {
    const { me, onChange, onUnsure } = this.#options;
    const state = this.find(channelId);
    if (!deletedAt || !state || senderId === me || seq === null || seq <= state.lastReadSeq) return;
    if (this.#fresh.get(channelId)?.delete(seq)) onChange();
    else onUnsure();
  }

  starred({ count }: DataOf<typeof messageStarred>): void {
    this.#starred = count;
    this.#options.onChange();
  }

  #accept(state: ReadState): void {
    const known = this.#known.get(state.channelId);
    if (known && !isLater(state, known)) return;
    this.#known.set(state.channelId, state);
    this.#settle(state);
  }

  /** Drops local messages the server has counted, and a pointer it has confirmed. */
  #settle({ channelId, lastSeq, version, lastReadSeq }: ReadState): void {
    const assumed = this.#assumed.get(channelId);
    if (assumed && version >= assumed.version) {
      const isOpen = version === assumed.version && lastReadSeq < assumed.lastReadSeq;
      if (assumed.back || !isOpen) this.#assumed.delete(channelId);
    }
    const fresh = this.#fresh.get(channelId);
    for (const seq of [...(fresh?.keys() ?? [])]) if (seq <= lastSeq) fresh?.delete(seq);
    if (fresh?.size === 0) this.#fresh.delete(channelId);
  }

  #derive(known: ReadState): ReadState {
    const { lastReadSeq, unread, mentions } = this.#counted(known);
    const later = [...(this.#fresh.get(known.channelId) ?? [])].filter(
      ([seq]) => seq > lastReadSeq,
    );
    const named = later.filter(([, mentionsMe]) => mentionsMe);
    return {
      ...known,
      lastReadSeq,
      unread: Math.min(maxCount, unread + later.length),
      mentions: Math.min(maxCount, mentions + named.length),
    };
  }

  /** The server's count, adjusted to the local pointer. */
  #counted(known: ReadState): Pick<ReadState, 'lastReadSeq' | 'unread' | 'mentions'> {
    const assumed = this.#assumed.get(known.channelId);
    if (!assumed) return known;
    const { lastReadSeq, back } = assumed;
    const after = Math.max(0, known.lastSeq - lastReadSeq);
    if (back) return { lastReadSeq, unread: after, mentions: Math.min(known.mentions, after) };
    if (lastReadSeq <= known.lastReadSeq) return known;
    const unread = Math.min(known.unread, after);
    return { lastReadSeq, unread, mentions: Math.min(known.mentions, unread) };
  }
}

/** Whether the first state is at least as recent as the second. */
function isLater(state: ReadState, than: ReadState): boolean {
  if (state.version !== than.version) return state.version > than.version;
  if (state.lastReadSeq !== than.lastReadSeq) return state.lastReadSeq > than.lastReadSeq;
  return state.lastSeq >= than.lastSeq;
}
