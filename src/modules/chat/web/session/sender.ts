import { ApiError } from '../../../../platform/web/api/ApiError.ts';
import { retryWaitMs } from '../../../../platform/web/realtime/backoff.ts';
import type { Environment } from '../../../../platform/web/realtime/environment.ts';
import type { ChatMessage } from '../../contract.ts';
import type { PendingMessage } from '../store/channelState.ts';
import type { ChannelStore } from '../store/channelStore.ts';
import type { Transport } from './transport.ts';

/** After so long without an echo the same send goes over HTTP; twice stored it cannot be. */
const echoWithinMs = 10_000;
/** How long a broken socket may take to return before HTTP is tried instead. */
const reconnectWithinMs = 2_000;
const maxRefusals = 5;
const notSent = 'The server could not take this message';

interface Options {
  store: ChannelStore;
  transport: Transport;
  clock: Pick<Environment, 'after' | 'random'>;
  /** The server answered with the stored message. */
  onStored(message: ChatMessage): void;
  onFailed(message: PendingMessage, reason: string): void;
}

interface Flight {
  clientMsgId: string;
  failures: number;
  cancel(): void;
}

/** Sends what is pending, in order, one at a time per channel, until the server has it. */
export class Sender {
  readonly #options: Options;
  readonly #flights = new Map<string, Flight>();
  #stopped = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Starts the channel's next send, unless one is under way. */
  pump(channelId: string): void {
    if (this.#stopped || this.#flights.has(channelId)) return;
    const next = this.#next(channelId);
    if (next) this.#transmit(next, 0);
  }

  /** Sends left over from before: given to the socket, if that comes soon. */
  resume(channelId: string): void {
    const next = this.#next(channelId);
    if (this.#options.transport.connected()) this.pump(channelId);
    else if (next) this.#wait(next, 0, reconnectWithinMs);
  }

  /** The server has this message; how that became known does not matter. */
  settled(channelId: string, clientMsgId: string): void {
    const flight = this.#flights.get(channelId);
    if (flight?.clientMsgId === clientMsgId) this.#land(channelId);
    this.pump(channelId);
  }

  /** An error frame about one of ours: answers whether it was. */
  refused(clientMsgId: string, reason: string, retryable: boolean): boolean {
    const message = this.#find(clientMsgId);
    if (!message) return false;
    const failures = (this.#flights.get(message.channelId)?.failures ?? 0) + 1;
    if (retryable && failures <= maxRefusals) this.#again(message, failures);
    else this.#fail(message, reason);
    return true;
  }

  /** Whatever was under way may or may not have arrived: repeated with the same id. */
  connectionChanged(connected: boolean): void {
    for (const [channelId, flight] of [...this.#flights]) {
      const message = this.#find(flight.clientMsgId);
      this.#land(channelId);
      if (message && !connected) this.#wait(message, flight.failures, reconnectWithinMs);
    }
    if (connected) for (const { channelId } of this.#options.store.all()) this.pump(channelId);
  }

  stop(): void {
    this.#stopped = true;
    for (const channelId of [...this.#flights.keys()]) this.#land(channelId);
  }

  #transmit(message: PendingMessage, failures: number): void {
    const { channelId, clientMsgId, content } = message;
    const { transport, clock } = this.#options;
    const sent = transport.sendFrame({ channelId, clientMsgId, content });
    const cancel = sent
      ? clock.after(echoWithinMs, () => void this.#post(message, failures))
      : () => {};
    this.#flights.set(channelId, { clientMsgId, failures, cancel });
    if (!sent) void this.#post(message, failures);
  }

  async #post(message: PendingMessage, failures: number): Promise<void> {
    const { channelId, clientMsgId, content } = message;
    const flight: Flight = { clientMsgId, failures, cancel: () => {} };
    this.#flights.set(channelId, flight);
    try {
      const stored = await this.#options.transport.post({ channelId, clientMsgId, content });
      this.#options.onStored({ ...stored, clientMsgId });
    } catch (error) {
      // Settled or repeated by another way meanwhile: this answer no longer matters.
      if (this.#flights.get(channelId) === flight) this.#judge(message, failures + 1, error);
    }
  }

  #judge(message: PendingMessage, failures: number, error: unknown): void {
    const status = error instanceof ApiError ? error.status : 0;
    // Unreachable, or the session ended: neither says anything about the message.
    if (status === 0 || status === 401) this.#again(message, failures);
    else if (isPassing(status) && failures <= maxRefusals) this.#again(message, failures);
    else this.#fail(message, error instanceof ApiError ? error.sentence : notSent);
  }

  #again(message: PendingMessage, failures: number): void {
    this.#wait(message, failures, retryWaitMs(failures, this.#options.clock.random()));
  }

  #wait(message: PendingMessage, failures: number, ms: number): void {
    if (this.#stopped) return;
    const { channelId, clientMsgId } = message;
    this.#land(channelId);
    const cancel = this.#options.clock.after(ms, () => this.#transmit(message, failures));
    this.#flights.set(channelId, { clientMsgId, failures, cancel });
  }

  #fail(message: PendingMessage, reason: string): void {
    this.#land(message.channelId);
    this.#options.onFailed(message, reason);
    this.pump(message.channelId);
  }

  #land(channelId: string): void {
    this.#flights.get(channelId)?.cancel();
    this.#flights.delete(channelId);
  }

  #next(channelId: string): PendingMessage | undefined {
    return this.#options.store.get(channelId).pending.find(({ failure }) => failure === null);
  }

  #find(clientMsgId: string): PendingMessage | undefined {
    const pending = this.#options.store.all().flatMap((state) => state.pending);
    return pending.find((message) => message.clientMsgId === clientMsgId);
  }
}

function isPassing(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}
