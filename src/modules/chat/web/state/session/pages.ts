import type { Environment } from '../../../../../platform/web/realtime/environment.ts';
import type { ChatMessage } from '../../../contract.ts';
import {
  applyAround,
  applyChange,
  applyFirst,
  applyNewer,
  applyNewest,
  applyOlder,
} from '../store/apply.ts';
import { type ChannelState, lastSeqOf } from '../store/channelState.ts';
import type { ChannelStore } from '../store/channelStore.ts';
import type { Meanwhile } from '../store/meanwhile.ts';
import type { PageAt, Transport } from './transport.ts';

export interface PagesOptions {
  store: ChannelStore;
  transport: Transport;
  meanwhile: Meanwhile;
  clock: Pick<Environment, 'now'>;
  onMessages(messages: readonly ChatMessage[]): void;
  /** A channel was loaded into the store; `isEarly`: changes may be missing. */
  onLoaded(channelId: string, isEarly: boolean): void;
}

type Page = readonly ChatMessage[];
type Apply = (state: ChannelState, page: Page) => ChannelState;

/** Loads pages into the windows of the store. */
export class Pages {
  readonly #options: PagesOptions;
  readonly #loads = new Map<string, Promise<void>>();
  readonly #loadedAt = new Map<string, number>();
  /** The target position of channels that are still loading. */
  readonly #aims = new Map<string, number>();
  /**
   * The current window of each channel: the latest jump wins, and pages for an old window would leave a
   * gap.
   */
  readonly #windows = new Map<string, object>();

  constructor(options: PagesOptions) {
    this.#options = options;
  }

  /** Waits until the channel is loaded, around `aim` if given. Throws on failure. */
  ready(channelId: string, aim?: number): Promise<void> {
    const { phase } = this.#options.store.get(channelId);
    if (phase === 'ready') return Promise.resolve();
    if (aim !== undefined) this.#aims.set(channelId, aim);
    const known = this.#loads.get(channelId);
    if (known && phase === 'loading') return known;
    const load: Promise<void> = this.#load(channelId, () => this.#loads.get(channelId) === load);
    this.#loads.set(channelId, load);
    return load;
  }

  ageOf(channelId: string): number {
    return this.#options.clock.now() - (this.#loadedAt.get(channelId) ?? 0);
  }

  /** Starts a new window: pages in flight for the old one are dropped. */
  replaced(channelId: string): object {
    const window = {};
    this.#windows.set(channelId, window);
    return window;
  }

  forget(channelId: string): void {
    this.#loads.delete(channelId);
    this.#aims.delete(channelId);
    this.#loadedAt.delete(channelId);
    this.#windows.delete(channelId);
  }

  /** Refetches the newest page; it only adds messages. */
  async refresh(channelId: string): Promise<void> {
    await this.#fetchInto(channelId, this.#newest(channelId), (state, page) =>
      state.reachedEnd ? applyNewest(state, page) : state,
    );
  }

  async jumpToLatest(channelId: string): Promise<void> {
    const window = this.replaced(channelId);
    await this.#fetchInto(channelId, this.#newest(channelId), this.#onlyIn(window, applyNewest));
  }

  async jumpTo(channelId: string, seq: number): Promise<void> {
    const window = this.replaced(channelId);
    const request = this.#page(channelId, { around: seq });
    await this.#fetchInto(channelId, request, this.#onlyIn(window, applyAround));
  }

  async older(channelId: string): Promise<void> {
    const { messages } = this.#options.store.get(channelId);
    const first = messages[0]?.seq;
    if (first === undefined) return;
    await this.#extend(channelId, 'older', { before: first }, (state, page) =>
      state.messages[0]?.seq === first ? applyOlder(state, page) : { ...state, older: 'idle' },
    );
  }

  async newer(channelId: string): Promise<void> {
    const last = lastSeqOf(this.#options.store.get(channelId).messages);
    await this.#extend(channelId, 'newer', { after: last }, (state, page) =>
      lastSeqOf(state.messages) === last ? applyNewer(state, page) : { ...state, newer: 'idle' },
    );
  }

  async #extend(channelId: string, side: 'older' | 'newer', at: PageAt, apply: Apply) {
    const { store } = this.#options;
    const window = this.#windows.get(channelId) ?? this.replaced(channelId);
    store.update(channelId, (state) => ({ ...state, [side]: 'loading' }));
    try {
      await this.#fetchInto(channelId, this.#page(channelId, at), this.#onlyIn(window, apply));
    } catch {
      if (this.#windows.get(channelId) !== window) return;
      store.update(channelId, (state) => ({ ...state, [side]: 'failed' }));
    }
  }

  async #load(channelId: string, isCurrent: () => boolean): Promise<void> {
    const { store, meanwhile, onLoaded } = this.#options;
    const log = meanwhile.open(channelId);
    store.update(channelId, (state) => ({ ...state, phase: 'loading' }));
    try {
      const called = this.#options.transport.early(channelId)?.catch(() => undefined);
      const early = called && (await called);
      const newest = await this.#newest(channelId, early);
      const aim = this.#aims.get(channelId);
      const needed = aim !== undefined && !newest.some(({ seq }) => seq === aim);
      // Read after the newest page, so that it is current up to that page's revision.
      const around = needed ? await this.#page(channelId, { around: aim }) : null;
      // Callers waiting for this load wait for the one that replaced it.
      if (!isCurrent()) return this.#loads.get(channelId);
      this.#aims.delete(channelId);
      this.replaced(channelId);
      store.update(channelId, (state) => {
        const first = applyFirst(state, newest);
        const window = around ? applyAround(first, around) : first;
        return log.changes.reduce(applyChange, window);
      });
      onLoaded(channelId, early !== undefined);
    } catch (error) {
      if (isCurrent()) store.update(channelId, (state) => ({ ...state, phase: 'failed' }));
      throw error;
    } finally {
      log.close();
    }
  }

  async #fetchInto(channelId: string, request: Promise<Page>, apply: Apply): Promise<void> {
    const { store, meanwhile } = this.#options;
    const log = meanwhile.open(channelId);
    try {
      const page = await request;
      store.update(channelId, (state) =>
        state.phase === 'ready' ? log.changes.reduce(applyChange, apply(state, page)) : state,
      );
    } finally {
      log.close();
    }
  }

  #onlyIn(window: object, apply: Apply): Apply {
    return (state, page) =>
      this.#windows.get(state.channelId) === window ? apply(state, page) : state;
  }

  async #newest(channelId: string, early?: Page): Promise<Page> {
    const page = early ?? (await this.#options.transport.newest(channelId));
    this.#loadedAt.set(channelId, this.#options.clock.now());
    this.#options.onMessages(page);
    return page;
  }

  async #page(channelId: string, at: PageAt): Promise<Page> {
    const page = await this.#options.transport.page(channelId, at);
    this.#options.onMessages(page);
    return page;
  }
}
