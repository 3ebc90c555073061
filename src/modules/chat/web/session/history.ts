import type { Environment } from '../../../../platform/web/realtime/environment.ts';
import type { ChatMessage } from '../../contract.ts';
import { generalChannelId } from '../directChannel.ts';
import { applyNewest, applyOlder, trim } from '../store/apply.ts';
import type { ChannelStore } from '../store/channelStore.ts';
import type { Transport } from './transport.ts';

const generalFreshMs = 25_000;
const channelFreshMs = 300_000;
/** How many messages stay of a channel one has left. */
const keptMessages = 200;

interface Options {
  store: ChannelStore;
  transport: Transport;
  clock: Pick<Environment, 'now'>;
  onMessages(channelId: string, messages: readonly ChatMessage[]): void;
  /** The newest page stands in the store. */
  onLoaded(channelId: string): void;
}

/** Fills the windows of the store: the newest page on opening, older ones on demand. */
export class History {
  readonly #options: Options;
  readonly #loadedAt = new Map<string, number>();

  constructor(options: Options) {
    this.#options = options;
  }

  open(channelId: string): void {
    const { store, clock } = this.#options;
    for (const other of store.all()) {
      if (other.channelId === channelId) continue;
      store.update(other.channelId, (state) => trim(state, keptMessages));
    }
    const { phase } = store.get(channelId);
    const freshMs = channelId === generalChannelId ? generalFreshMs : channelFreshMs;
    const age = clock.now() - (this.#loadedAt.get(channelId) ?? 0);
    if (phase === 'idle' || phase === 'failed') void this.#load(channelId);
    else if (phase === 'ready' && age > freshMs) void this.refresh(channelId);
  }

  /** Looks at the newest page again; a failure changes nothing, what is held stays. */
  async refresh(channelId: string): Promise<void> {
    if (this.#options.store.get(channelId).phase !== 'ready') return;
    await this.#fetchNewest(channelId).catch(() => {});
  }

  async loadOlder(channelId: string): Promise<void> {
    const { store, transport, onMessages } = this.#options;
    const { phase, older, reachedStart, messages } = store.get(channelId);
    const first = messages[0]?.seq;
    if (phase !== 'ready' || older === 'loading' || reachedStart || first === undefined) return;
    store.update(channelId, (state) => ({ ...state, older: 'loading' }));
    try {
      const page = await transport.before(channelId, first);
      onMessages(channelId, page);
      // The window may have been replaced meanwhile; a page of the old one would leave a hole.
      if (store.get(channelId).messages[0]?.seq !== first) return;
      store.update(channelId, (state) => applyOlder(state, page));
    } catch {
      store.update(channelId, (state) => ({ ...state, older: 'failed' }));
    }
  }

  async #load(channelId: string): Promise<void> {
    const { store } = this.#options;
    store.update(channelId, (state) => ({ ...state, phase: 'loading' }));
    try {
      await this.#fetchNewest(channelId);
    } catch {
      store.update(channelId, (state) => ({ ...state, phase: 'failed' }));
    }
  }

  async #fetchNewest(channelId: string): Promise<void> {
    const { store, transport, clock, onMessages, onLoaded } = this.#options;
    const page = await transport.newest(channelId);
    this.#loadedAt.set(channelId, clock.now());
    onMessages(channelId, page);
    store.update(channelId, (state) => applyNewest(state, page));
    onLoaded(channelId);
  }
}
