import { generalChannelId } from '../directChannel.ts';
import { emptied, trim } from '../store/apply.ts';
import type { ChannelState } from '../store/channelState.ts';
import { Pages, type PagesOptions } from './pages.ts';

const generalFreshMs = 25_000;
const channelFreshMs = 300_000;
/** Messages kept of a channel no longer viewed. */
const keptMessages = 200;
/** Channels kept that are no longer viewed. */
const keptChannels = 50;

interface Options extends PagesOptions {
  /** A channel was opened. */
  onOpened(channelId: string): void;
  /** A channel was unloaded. */
  onLeft(channelId: string): void;
  /** Something on screen needs the channel although it is not the open one. */
  isNeeded(channelId: string): boolean;
}

/**
 * Decides which channels are loaded, and which part of each: the newest page on opening, the rest on
 * demand.
 */
export class History {
  readonly #options: Options;
  readonly #pages: Pages;
  /** Ordered by last visit. */
  readonly #visited = new Set<string>();

  constructor(options: Options) {
    this.#options = options;
    this.#pages = new Pages(options);
  }

  open(channelId: string): void {
    this.#visit(channelId);
    this.#leaveOthers(channelId);
    this.#options.onOpened(channelId);
    const freshMs = channelId === generalChannelId ? generalFreshMs : channelFreshMs;
    const isStale = this.#pages.ageOf(channelId) > freshMs;
    if (this.#isReady(channelId) && isStale) void this.refresh(channelId);
    else this.load(channelId);
  }

  /** Loads a channel, open or not; from then on it is kept up to date. */
  load(channelId: string): void {
    this.#visit(channelId);
    // The channel's phase shows the failure.
    void this.#pages.ready(channelId).catch(() => {});
  }

  /** Retries channels on screen that failed to load. */
  reconnected(): void {
    for (const { channelId, phase } of this.#options.store.all()) {
      if (phase === 'failed' && this.#options.isNeeded(channelId)) this.load(channelId);
    }
  }

  /** The loaded messages are invalid: reload, around `seq` if given. */
  reload(channelId: string, seq?: number): void {
    this.#pages.forget(channelId);
    this.#options.store.update(channelId, emptied);
    void this.#pages.ready(channelId, seq).catch(() => {});
  }

  /** The window was replaced by a sync. */
  replaced(channelId: string): void {
    this.#pages.replaced(channelId);
  }

  /** Refetches the newest page; a failure changes nothing. */
  async refresh(channelId: string): Promise<void> {
    if (!this.#isReady(channelId) || !this.#state(channelId).reachedEnd) return;
    await this.#pages.refresh(channelId).catch(() => {});
  }

  /** Loads the window around a position in the timeline. Throws on failure. */
  async goTo(channelId: string, seq: number): Promise<void> {
    this.#visit(channelId);
    await this.#pages.ready(channelId, seq);
    if (!holds(this.#state(channelId), seq)) await this.#pages.jumpTo(channelId, seq);
  }

  /** Goes back to the newest messages. Throws on failure. */
  async toLatest(channelId: string): Promise<void> {
    await this.#pages.ready(channelId);
    if (!this.#state(channelId).reachedEnd) await this.#pages.jumpToLatest(channelId);
  }

  async loadOlder(channelId: string): Promise<void> {
    const { older, reachedStart } = this.#state(channelId);
    if (!this.#isReady(channelId) || older === 'loading' || reachedStart) return;
    await this.#pages.older(channelId);
  }

  async loadNewer(channelId: string): Promise<void> {
    const { newer, reachedEnd } = this.#state(channelId);
    if (!this.#isReady(channelId) || newer === 'loading' || reachedEnd) return;
    await this.#pages.newer(channelId);
  }

  #visit(channelId: string): void {
    this.#visited.delete(channelId);
    this.#visited.add(channelId);
  }

  #leaveOthers(channelId: string): void {
    const { store, isNeeded } = this.#options;
    const kept = new Set([...this.#visited].slice(-keptChannels - 1));
    for (const other of store.all()) {
      if (other.channelId === channelId || isNeeded(other.channelId)) continue;
      // On return show the newest messages, not an old message looked up earlier.
      if (!kept.has(other.channelId) || !other.reachedEnd) this.#leave(other);
      else store.update(other.channelId, (state) => trim(state, keptMessages));
    }
  }

  #leave({ channelId, pending }: ChannelState): void {
    const { store, onLeft } = this.#options;
    this.#visited.delete(channelId);
    this.#pages.forget(channelId);
    if (pending.length > 0) store.update(channelId, emptied);
    else store.forget(channelId);
    onLeft(channelId);
  }

  #isReady(channelId: string): boolean {
    return this.#state(channelId).phase === 'ready';
  }

  #state(channelId: string): ChannelState {
    return this.#options.store.get(channelId);
  }
}

function holds({ messages }: ChannelState, seq: number): boolean {
  return messages.some((message) => message.seq === seq);
}
