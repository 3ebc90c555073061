import { retryWaitMs } from '../../../../../platform/web/network/backoff.ts';
import type { Environment } from '../../../../../platform/web/realtime/environment.ts';
import type { ChannelChanges, ChatMessage } from '../../../contract.ts';
import { applyChange, applyChanges, applyLive } from '../store/apply.ts';
import { lastSeqOf } from '../store/channelState.ts';
import type { ChannelStore } from '../store/channelStore.ts';
import type { Log, Meanwhile } from '../store/meanwhile.ts';
import { type Change, type LiveChange, revOf } from '../store/mergeMessages.ts';
import type { Transport } from './transport.ts';

/** Two commits may be published out of order: wait this long for a gap to fill by itself. */
const gapWaitMs = 200;
/** The server syncs at most this many channels per call; the rest are fetched one by one. */
const maxSyncedChannels = 100;

interface Options {
  me: number;
  store: ChannelStore;
  transport: Transport;
  meanwhile: Meanwhile;
  clock: Pick<Environment, 'after' | 'random'>;
  /** Messages arrived from the server, whether or not they are applied. */
  onMessages(messages: readonly ChatMessage[]): void;
  /** A change was applied in order; for other views of the channel. */
  onChange(channelId: string, change: Change): void;
  /** There were too many changes to list: only the newest page is current. */
  onReset(channelId: string): void;
  /** The channel must be reloaded, around `seq` if given. */
  onReload(channelId: string, seq?: number): void;
}

/** Keeps loaded channels complete: applies live changes in order, and fetches missed ones. */
export class CatchUp {
  readonly #options: Options;
  readonly #buffered = new Map<string, LiveChange[]>();
  readonly #timers = new Map<string, () => void>();
  readonly #behind = new Set<string>();
  #cancelSync = () => {};

  constructor(options: Options) {
    this.#options = options;
  }

  receive(channelId: string, change: LiveChange): void {
    const { store, onMessages } = this.#options;
    if (change.kind === 'message') onMessages([change.message]);
    const { phase } = store.get(channelId);
    if (phase !== 'ready' && phase !== 'loading') return;
    this.#buffered.set(channelId, [...(this.#buffered.get(channelId) ?? []), change]);
    this.#drain(channelId);
    if (this.#buffered.get(channelId)?.includes(change)) this.#showEarly(channelId, change);
  }

  /** Applies a change outside the revision order. */
  note(channelId: string, change: Change): void {
    const { store, meanwhile, onChange } = this.#options;
    store.update(channelId, (state) => applyChange(state, change));
    meanwhile.note(channelId, change);
    onChange(channelId, change);
  }

  /** The channel was loaded: apply the changes received in the meantime, and fetch those from before the session. */
  loaded(channelId: string, isEarly: boolean): void {
    this.#drain(channelId);
    if (this.#behind.delete(channelId) || isEarly) void this.#fetch(channelId);
  }

  /** The channel was unloaded. */
  left(channelId: string): void {
    this.#cancel(channelId);
    this.#buffered.delete(channelId);
    this.#behind.delete(channelId);
  }

  /** Fetches missed changes of every loaded channel. */
  async sync(failures = 0): Promise<void> {
    const { store, transport, meanwhile, clock } = this.#options;
    this.#cancelSync();
    const channels = store.all();
    for (const { channelId, phase } of channels) {
      if (phase === 'loading') this.#behind.add(channelId);
    }
    const ready = channels.filter(({ phase }) => phase === 'ready');
    const revs = new Map(ready.map(({ channelId, rev }) => [channelId, rev]));
    const logs = new Map(ready.map(({ channelId }) => [channelId, meanwhile.open(channelId)]));
    try {
      const replies = ready.length > 0 ? await transport.sync(Object.fromEntries(revs)) : [];
      for (const changes of replies) {
        const { channelId } = changes;
        this.#take(changes, revs.get(channelId) ?? 0, logs.get(channelId));
        revs.delete(channelId);
      }
      if (replies.length >= maxSyncedChannels) for (const id of revs.keys()) void this.#fetch(id);
    } catch {
      // Without a socket there will be another `ready` event, and another sync.
      if (!transport.connected()) return;
      const retry = () => void this.sync(failures + 1);
      this.#cancelSync = clock.after(retryWaitMs(failures + 1, clock.random()), retry);
    } finally {
      for (const log of logs.values()) log.close();
    }
  }

  stop(): void {
    this.#cancelSync();
    for (const cancel of this.#timers.values()) cancel();
    this.#timers.clear();
    this.#buffered.clear();
  }

  #drain(channelId: string): void {
    const { store } = this.#options;
    if (store.get(channelId).phase !== 'ready') return;
    const buffered = (this.#buffered.get(channelId) ?? []).sort((a, b) => revOf(a) - revOf(b));
    const waiting = buffered.filter((change) => this.#apply(channelId, change) === 'gap');
    if (waiting.length > 0) this.#buffered.set(channelId, waiting);
    else this.#buffered.delete(channelId);
    if (waiting.length === 0) this.#cancel(channelId);
    else if (!this.#timers.has(channelId)) this.#fetchAfter(channelId, gapWaitMs);
  }

  #apply(channelId: string, change: LiveChange) {
    const { store, meanwhile, onChange } = this.#options;
    const [state, outcome] = applyLive(store.get(channelId), change);
    if (outcome !== 'applied') return outcome;
    store.update(channelId, () => state);
    meanwhile.note(channelId, change);
    onChange(channelId, change);
    return outcome;
  }

  /**
   * A message that directly follows the shown ones is shown before its turn, as the gap may not be on
   * screen; and the user's own messages must not vanish between pending and stored.
   */
  #showEarly(channelId: string, change: LiveChange): void {
    const { me, store } = this.#options;
    if (change.kind !== 'message' || store.get(channelId).phase !== 'ready') return;
    const { seq, senderId } = change.message;
    const isNext = seq === lastSeqOf(store.get(channelId).messages) + 1;
    if (isNext || senderId === me) this.note(channelId, change);
  }

  #fetchAfter(channelId: string, ms: number, failures = 0): void {
    this.#cancel(channelId);
    const act = () => void this.#fetch(channelId, failures);
    this.#timers.set(channelId, this.#options.clock.after(ms, act));
  }

  async #fetch(channelId: string, failures = 0): Promise<void> {
    const { store, transport, meanwhile, clock } = this.#options;
    const since = store.get(channelId).rev;
    const log = meanwhile.open(channelId);
    try {
      const changes = await transport.changes(channelId, since);
      this.#timers.delete(channelId);
      this.#take(changes, since, log);
    } catch {
      this.#timers.delete(channelId);
      if (!transport.connected() || store.get(channelId).phase !== 'ready') return;
      this.#fetchAfter(channelId, retryWaitMs(failures + 1, clock.random()), failures + 1);
    } finally {
      log.close();
    }
  }

  #take(changes: ChannelChanges, since: number, log?: Log): void {
    const { store, onMessages, onReset, onReload } = this.#options;
    const { channelId } = changes;
    onMessages(changes.messages);
    const before = store.get(channelId);
    if (before.phase !== 'ready') return;
    const after = applyChanges(before, changes, since);
    if (after.phase === 'idle') {
      const { messages, reachedEnd } = before;
      onReload(channelId, reachedEnd ? undefined : messages[messages.length >> 1]?.seq);
      return;
    }
    store.update(channelId, () => after);
    if (changes.reset) onReset(channelId);
    const stars = log?.changes.filter(({ kind }) => kind === 'star') ?? [];
    for (const message of changes.messages) {
      this.note(channelId, { kind: 'message', message, own: true });
    }
    // Stars have no revision, so the reply may be older than a star set in the meantime.
    for (const star of stars) this.note(channelId, star);
    this.#drain(channelId);
  }

  #cancel(channelId: string): void {
    this.#timers.get(channelId)?.();
    this.#timers.delete(channelId);
  }
}
