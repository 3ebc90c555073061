import { retryWaitMs } from '../../../../platform/web/realtime/backoff.ts';
import type { Environment } from '../../../../platform/web/realtime/environment.ts';
import type { ChannelChanges, ChatMessage } from '../../contract.ts';
import { applyChange, applyChanges, applyLive } from '../store/apply.ts';
import { lastSeqOf } from '../store/channelState.ts';
import type { ChannelStore } from '../store/channelStore.ts';
import type { Log, Meanwhile } from '../store/meanwhile.ts';
import { type Change, type LiveChange, revOf } from '../store/mergeMessages.ts';
import type { Transport } from './transport.ts';

/** Two commits may be published in the wrong order; so long a gap may fill by itself. */
const holdMs = 200;
/** The server tells of so many channels at once; beyond them it is asked for each. */
const syncedAtOnce = 100;

interface Options {
  me: number;
  store: ChannelStore;
  transport: Transport;
  meanwhile: Meanwhile;
  clock: Pick<Environment, 'after' | 'random'>;
  /** Messages arrived from the server, whatever becomes of them here. */
  onMessages(messages: readonly ChatMessage[]): void;
  /** A change whose turn it was, for whatever else of the channel is on screen. */
  onChange(channelId: string, change: Change): void;
  /** There were too many changes to learn each of them: only the newest page is true again. */
  onReset(channelId: string): void;
  /** All of a channel must be loaded anew, around a place where one is given. */
  onReload(channelId: string, seq?: number): void;
}

/** Keeps what is held complete: live changes in order, and what was missed from the database. */
export class CatchUp {
  readonly #options: Options;
  readonly #held = new Map<string, LiveChange[]>();
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
    this.#held.set(channelId, [...(this.#held.get(channelId) ?? []), change]);
    this.#drain(channelId);
    if (this.#held.get(channelId)?.includes(change)) this.#showEarly(channelId, change);
  }

  /** Something known outside the order of changes: it moves no revision. */
  note(channelId: string, change: Change): void {
    const { store, meanwhile, onChange } = this.#options;
    store.update(channelId, (state) => applyChange(state, change));
    meanwhile.note(channelId, change);
    onChange(channelId, change);
  }

  /** The channel stands in the store; what came meanwhile follows it. */
  loaded(channelId: string): void {
    this.#drain(channelId);
    if (this.#behind.delete(channelId)) void this.#fetch(channelId);
  }

  /** The channel is no longer held. */
  left(channelId: string): void {
    this.#cancel(channelId);
    this.#held.delete(channelId);
    this.#behind.delete(channelId);
  }

  /** Asks for everything missed in every channel held. */
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
      const answer = ready.length > 0 ? await transport.sync(Object.fromEntries(revs)) : [];
      for (const changes of answer) {
        const { channelId } = changes;
        this.#take(changes, revs.get(channelId) ?? 0, logs.get(channelId));
        revs.delete(channelId);
      }
      if (answer.length >= syncedAtOnce) for (const id of revs.keys()) void this.#fetch(id);
    } catch {
      // Without the socket there will be another `ready`, and another sync.
      if (!transport.connected()) return;
      const again = () => void this.sync(failures + 1);
      this.#cancelSync = clock.after(retryWaitMs(failures + 1, clock.random()), again);
    } finally {
      for (const log of logs.values()) log.close();
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
    const held = (this.#held.get(channelId) ?? []).sort((a, b) => revOf(a) - revOf(b));
    const waiting = held.filter((change) => this.#apply(channelId, change) === 'gap');
    if (waiting.length > 0) this.#held.set(channelId, waiting);
    else this.#held.delete(channelId);
    if (waiting.length === 0) this.#cancel(channelId);
    else if (!this.#timers.has(channelId)) this.#fetchAfter(channelId, holdMs);
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
   * What leaves no hole in what is shown need not wait for its turn, for something older may be missing
   * that is not on screen; and what I said myself must not vanish between pending and stored.
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
    // No revision tells whether the answer was read before or after a star was set.
    for (const star of stars) this.note(channelId, star);
    this.#drain(channelId);
  }

  #cancel(channelId: string): void {
    this.#timers.get(channelId)?.();
    this.#timers.delete(channelId);
  }
}
