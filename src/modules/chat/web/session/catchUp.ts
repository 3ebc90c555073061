import { retryWaitMs } from '../../../../platform/web/realtime/backoff.ts';
import type { Environment } from '../../../../platform/web/realtime/environment.ts';
import type { ChannelChanges, ChatMessage, NewMessage } from '../../contract.ts';
import { applyChanges, applyFrame } from '../store/apply.ts';
import type { ChannelStore } from '../store/channelStore.ts';
import type { Transport } from './transport.ts';

/** Two commits may be published in the wrong order; so long a gap may fill by itself. */
const holdMs = 200;

interface Options {
  store: ChannelStore;
  transport: Transport;
  clock: Pick<Environment, 'after' | 'random'>;
  /** Messages arrived from the server, whatever becomes of them here. */
  onMessages(channelId: string, messages: readonly ChatMessage[]): void;
  /** All of a channel must be loaded anew. */
  onReload(channelId: string): void;
}

/** Keeps what is held complete: live changes in order, and what was missed from the database. */
export class CatchUp {
  readonly #options: Options;
  readonly #held = new Map<string, NewMessage[]>();
  readonly #timers = new Map<string, () => void>();
  readonly #behind = new Set<string>();
  #cancelSync = () => {};

  constructor(options: Options) {
    this.#options = options;
  }

  receive(frame: NewMessage): void {
    const { store, onMessages } = this.#options;
    onMessages(frame.channelId, [frame]);
    const { phase } = store.get(frame.channelId);
    if (phase !== 'ready' && phase !== 'loading') return;
    this.#held.set(frame.channelId, [...(this.#held.get(frame.channelId) ?? []), frame]);
    this.#drain(frame.channelId);
  }

  /** The newest page arrived; what came meanwhile follows it. */
  loaded(channelId: string): void {
    this.#drain(channelId);
    if (this.#behind.delete(channelId)) void this.#fetch(channelId);
  }

  /** Asks for everything missed in every channel held. */
  async sync(failures = 0): Promise<void> {
    const { store, transport, clock } = this.#options;
    this.#cancelSync();
    const channels = store.all();
    for (const { channelId, phase } of channels) {
      if (phase === 'loading') this.#behind.add(channelId);
    }
    const ready = channels.filter(({ phase }) => phase === 'ready');
    const revs = Object.fromEntries(ready.map(({ channelId, rev }) => [channelId, rev]));
    try {
      const answer = ready.length > 0 ? await transport.sync(revs) : [];
      for (const changes of answer) this.#take(changes, revs[changes.channelId] ?? 0);
    } catch {
      // Without the socket there will be another `ready`, and another sync.
      if (!transport.connected()) return;
      const again = () => void this.sync(failures + 1);
      this.#cancelSync = clock.after(retryWaitMs(failures + 1, clock.random()), again);
    }
  }

  stop(): void {
    this.#cancelSync();
    for (const cancel of this.#timers.values()) cancel();
    this.#timers.clear();
    this.#held.clear();
  }

  #drain(channelId: string): void {
    const { store } = this.#options;
    if (store.get(channelId).phase !== 'ready') return;
    const frames = (this.#held.get(channelId) ?? []).sort((a, b) => a.rev - b.rev);
    const waiting = frames.filter((frame) => {
      const [state, outcome] = applyFrame(store.get(channelId), frame);
      store.update(channelId, () => state);
      return outcome === 'gap';
    });
    this.#held.set(channelId, waiting);
    if (waiting.length === 0) this.#cancel(channelId);
    else if (!this.#timers.has(channelId)) this.#fetchAfter(channelId, holdMs);
  }

  #fetchAfter(channelId: string, ms: number, failures = 0): void {
    this.#cancel(channelId);
    const act = () => void this.#fetch(channelId, failures);
    this.#timers.set(channelId, this.#options.clock.after(ms, act));
  }

  async #fetch(channelId: string, failures = 0): Promise<void> {
    const { store, transport, clock } = this.#options;
    const since = store.get(channelId).rev;
    try {
      const changes = await transport.changes(channelId, since);
      this.#timers.delete(channelId);
      this.#take(changes, since);
    } catch {
      this.#timers.delete(channelId);
      if (!transport.connected()) return;
      this.#fetchAfter(channelId, retryWaitMs(failures + 1, clock.random()), failures + 1);
    }
  }

  #take(changes: ChannelChanges, since: number): void {
    const { store, onMessages, onReload } = this.#options;
    const { channelId } = changes;
    onMessages(channelId, changes.messages);
    if (store.get(channelId).phase !== 'ready') return;
    store.update(channelId, (state) => applyChanges(state, changes, since));
    if (store.get(channelId).phase === 'idle') onReload(channelId);
    else this.#drain(channelId);
  }

  #cancel(channelId: string): void {
    this.#timers.get(channelId)?.();
    this.#timers.delete(channelId);
  }
}
