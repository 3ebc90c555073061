import { generalChannelId } from '../directChannel.ts';
import { emptied, trim } from '../store/apply.ts';
import type { ChannelState } from '../store/channelState.ts';
import { Pages, type PagesOptions } from './pages.ts';

const generalFreshMs = 25_000;
const channelFreshMs = 300_000;
/** How many messages stay of a channel one has left. */
const keptMessages = 200;
/** How many channels stay that one has left. */
const keptChannels = 50;

interface Options extends PagesOptions {
  /** Somebody looks at a channel. */
  onOpened(channelId: string): void;
  /** A channel was let go of. */
  onLeft(channelId: string): void;
  /** Something on screen needs the channel although it is not the one looked at. */
  isNeeded(channelId: string): boolean;
}

/** Which channels are held, and which part of each: the newest on opening, the rest on demand. */
export class History {
  readonly #options: Options;
  readonly #pages: Pages;
  /** In the order of the last visit. */
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
    else this.hold(channelId);
  }

  /** Loads a channel, looked at or not: from then on its changes are complete. */
  hold(channelId: string): void {
    this.#visit(channelId);
    // Whoever looks at the channel sees by its phase that this failed.
    void this.#pages.ready(channelId).catch(() => {});
  }

  /** A channel on screen that could not be loaded gets another chance. */
  reconnected(): void {
    for (const { channelId, phase } of this.#options.store.all()) {
      if (phase === 'failed' && this.#options.isNeeded(channelId)) this.hold(channelId);
    }
  }

  /** What is held is no longer true: everything anew, around a place where one is given. */
  reload(channelId: string, seq?: number): void {
    this.#pages.forget(channelId);
    this.#options.store.update(channelId, emptied);
    void this.#pages.ready(channelId, seq).catch(() => {});
  }

  /** The window was replaced from elsewhere. */
  replaced(channelId: string): void {
    this.#pages.replaced(channelId);
  }

  /** Looks at the newest page again; a failure changes nothing, what is held stays. */
  async refresh(channelId: string): Promise<void> {
    if (!this.#isReady(channelId) || !this.#state(channelId).reachedEnd) return;
    await this.#pages.refresh(channelId).catch(() => {});
  }

  /** Brings the window to a place in the timeline. Throws where it cannot be loaded. */
  async goTo(channelId: string, seq: number): Promise<void> {
    this.#visit(channelId);
    await this.#pages.ready(channelId, seq);
    if (!holds(this.#state(channelId), seq)) await this.#pages.jumpTo(channelId, seq);
  }

  /** Back to the newest messages. Throws where they cannot be loaded. */
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
      // Who comes back to a channel wants its newest, not the old message they once looked up.
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
