import { retryWaitMs } from '../../../../../../platform/web/network/backoff.ts';
import type { Environment } from '../../../../../../platform/web/realtime/environment.ts';
import { isFinalRefusal } from '../../errors.ts';

const sendAfterMs = 400;

interface Known {
  lastReadSeq: number;
  version: number;
}

interface Options<S extends Known> {
  clock: Pick<Environment, 'after' | 'random'>;
  connected(): boolean;
  /** The known read state; undefined: nothing is sent yet. */
  find(id: string): Known | undefined;
  send(id: string, seq: number, version: number): Promise<S>;
  take(state: S): void;
  /** The server rejected it: undo the optimistic state. */
  onRefused(id: string): void;
}

/** Sends read pointers of channels or threads to the server: debounced, and only forward. */
export class ReadPointers<S extends Known> {
  readonly #options: Options<S>;
  readonly #wanted = new Map<string, number>();
  readonly #timers = new Map<string, () => void>();
  readonly #sending = new Set<string>();

  constructor(options: Options<S>) {
    this.#options = options;
  }

  mark(id: string, seq: number): void {
    if (seq <= (this.#wanted.get(id) ?? 0)) return;
    this.#wanted.set(id, seq);
    this.#sendAfter(id, sendAfterMs);
  }

  /** Drops an unsent pointer. */
  drop(id: string): void {
    this.#wanted.delete(id);
    this.#cancel(id);
  }

  flush(): void {
    for (const id of this.#wanted.keys()) void this.#send(id);
  }

  stop(): void {
    for (const id of [...this.#timers.keys()]) this.#cancel(id);
  }

  #sendAfter(id: string, ms: number, failures = 0): void {
    this.#cancel(id);
    this.#timers.set(
      id,
      this.#options.clock.after(ms, () => void this.#send(id, failures)),
    );
  }

  async #send(id: string, failures = 0): Promise<void> {
    const { find, send, take } = this.#options;
    this.#cancel(id);
    const seq = this.#wanted.get(id);
    const known = find(id);
    if (seq === undefined || !known || this.#sending.has(id)) return;
    this.#sending.add(id);
    try {
      const state = await send(id, seq, known.version);
      this.#sending.delete(id);
      take(state);
      this.#sent(id, seq);
    } catch (error) {
      this.#sending.delete(id);
      this.#failed(id, error, failures + 1);
    }
  }

  #sent(id: string, seq: number): void {
    if ((this.#wanted.get(id) ?? 0) <= seq) this.#wanted.delete(id);
    else this.#sendAfter(id, sendAfterMs);
  }

  #failed(id: string, error: unknown, failures: number): void {
    const { clock, connected, onRefused } = this.#options;
    if (isFinalRefusal(error)) {
      this.drop(id);
      onRefused(id);
    } else if (connected()) this.#sendAfter(id, retryWaitMs(failures, clock.random()), failures);
  }

  #cancel(id: string): void {
    this.#timers.get(id)?.();
    this.#timers.delete(id);
  }
}
