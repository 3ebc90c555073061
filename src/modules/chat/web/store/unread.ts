import type { ReplyOf } from '../../../../platform/contract/endpoint.ts';
import type { DataOf } from '../../../../platform/contract/socket.ts';
import type { getUnread, messageStarred, ReadState } from '../../contract/personal.ts';
import type { ChatMessage } from '../../contract.ts';

export type UnreadReply = ReplyOf<typeof getUnread>;

/** More is not told apart. */
const most = 100;
/** With so many since the server counted it is asked to count again. */
const maxFresh = 200;

/** A pointer that was moved here and that the server has not confirmed. */
interface Assumed {
  lastReadSeq: number;
  version: number;
  /** Marked unread: it overrules what the server last told. */
  back: boolean;
}

interface Options {
  me: number;
  /** The numbers changed. */
  onChange(): void;
  /** What happened cannot be counted here. */
  onUnsure(): void;
}

/**
 * What one person has not read. Nothing is added up: the server's last count, the messages seen since,
 * each by its place, and the pointer moved here give the number, so a repeat or a late answer cannot
 * make it wrong.
 */
export class UnreadBook {
  readonly #options: Options;
  #told = new Map<string, ReadState>();
  /** Told by event or answer since the whole was asked for, which may be older. */
  readonly #since = new Map<string, ReadState>();
  readonly #assumed = new Map<string, Assumed>();
  /** Messages of others after the server's count: their place, and whether they name me. */
  readonly #fresh = new Map<string, Map<number, boolean>>();
  readonly #watchers = new Set<() => void>();
  #threads = 0;
  #starred = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  find(channelId: string): ReadState | undefined {
    const told = this.#told.get(channelId);
    return told && this.#derive(told);
  }

  snapshot(): UnreadReply {
    const channels = [...this.#told.values()].map((told) => this.#derive(told));
    return { channels, threads: this.#threads, starred: this.#starred };
  }

  /** The whole is being asked for. */
  asking(): void {
    this.#since.clear();
  }

  answered({ channels, threads, starred }: UnreadReply): void {
    this.#told = new Map(channels.map((state) => [state.channelId, state]));
    this.#threads = threads;
    this.#starred = starred;
    for (const state of channels) this.#settle(state);
    for (const state of this.#since.values()) this.#accept(state);
    for (const watcher of [...this.#watchers]) watcher();
  }

  /** Calls `watcher` whenever the whole was answered. */
  watchAnswers(watcher: () => void): void {
    this.#watchers.add(watcher);
  }

  /** One channel, as an answer or the socket tells it. */
  take(state: ReadState): void {
    this.#since.set(state.channelId, state);
    this.#accept(state);
    this.#options.onChange();
  }

  /** The pointer moves forward, before the server knows. */
  readTo(channelId: string, seq: number): void {
    const told = this.#told.get(channelId);
    if (!told || seq <= this.#derive(told).lastReadSeq) return;
    this.#assumed.set(channelId, { lastReadSeq: seq, version: told.version, back: false });
    this.#options.onChange();
  }

  /** The pointer goes back before a message, before the server knows. */
  markUnread(channelId: string, seq: number): void {
    const told = this.#told.get(channelId);
    if (!told) return;
    const version = told.version + 1;
    this.#assumed.set(channelId, { lastReadSeq: seq - 1, version, back: true });
    this.#options.onChange();
  }

  /** What was assumed of a channel is not so. */
  undo(channelId: string): void {
    if (this.#assumed.delete(channelId)) this.#options.onChange();
  }

  /** A message arrived. */
  message({ channelId, seq, senderId, ...message }: ChatMessage): void {
    const { me, onChange, onUnsure } = this.#options;
    if (senderId === me) return;
    if (message.threadId !== null) onUnsure();
    if (seq === null) return;
    const told = this.#told.get(channelId);
    if (!told) {
      // Of a channel not counted yet: somebody's first words.
      onUnsure();
      return;
    }
    const fresh = this.#fresh.get(channelId) ?? new Map<number, boolean>();
    if (seq <= told.lastSeq || fresh.has(seq)) return;
    const namesMe = message.mentionsChannel || message.mentionedUserIds.includes(me);
    this.#fresh.set(channelId, fresh.set(seq, namesMe));
    if (fresh.size > maxFresh) onUnsure();
    onChange();
  }

  /** A message was changed: one that is gone is not unread any more. */
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
    const told = this.#told.get(state.channelId);
    if (told && !isLater(state, told)) return;
    this.#told.set(state.channelId, state);
    this.#settle(state);
  }

  /** What the server counted is not counted here; what it confirmed is not assumed any more. */
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

  #derive(told: ReadState): ReadState {
    const { lastReadSeq, unread, mentions } = this.#counted(told);
    const later = [...(this.#fresh.get(told.channelId) ?? [])].filter(([seq]) => seq > lastReadSeq);
    const named = later.filter(([, namesMe]) => namesMe);
    return {
      ...told,
      lastReadSeq,
      unread: Math.min(most, unread + later.length),
      mentions: Math.min(most, mentions + named.length),
    };
  }

  /** The server's count, as far as the pointer moved here leaves it. */
  #counted(told: ReadState): Pick<ReadState, 'lastReadSeq' | 'unread' | 'mentions'> {
    const assumed = this.#assumed.get(told.channelId);
    if (!assumed) return told;
    const { lastReadSeq, back } = assumed;
    const after = Math.max(0, told.lastSeq - lastReadSeq);
    if (back) return { lastReadSeq, unread: after, mentions: Math.min(told.mentions, after) };
    if (lastReadSeq <= told.lastReadSeq) return told;
    const unread = Math.min(told.unread, after);
    return { lastReadSeq, unread, mentions: Math.min(told.mentions, unread) };
  }
}

/** Whether the first says something later than, or as late as, the second. */
function isLater(state: ReadState, than: ReadState): boolean {
  if (state.version !== than.version) return state.version > than.version;
  if (state.lastReadSeq !== than.lastReadSeq) return state.lastReadSeq > than.lastReadSeq;
  return state.lastSeq >= than.lastSeq;
}
