import { ApiError } from '../../../../../platform/web/api/ApiError.ts';
import { retryWaitMs } from '../../../../../platform/web/realtime/backoff.ts';
import type { Environment } from '../../../../../platform/web/realtime/environment.ts';
import type { ChatMessage } from '../../../contract.ts';
import type { PendingMessage } from '../../store/channelState.ts';
import { isTooOld, tooOld } from '../outbox.ts';
import type { Send, Transport } from '../transport.ts';

/** Without an echo in this time the send is repeated over HTTP; the client id prevents duplicates. */
const echoWithinMs = 10_000;
/** How long to wait for a broken socket before HTTP is used instead. */
const reconnectWithinMs = 2_000;
const maxRefusals = 5;
const notSent = 'Couldn’t reach the server';

interface Options {
  transport: Transport;
  clock: Pick<Environment, 'now' | 'after' | 'random'>;
  /** The pending messages, in order. */
  pending(): readonly PendingMessage[];
  /** The server returned the stored message. */
  onStored(message: ChatMessage): void;
  onFailed(message: PendingMessage, failure: Failure): void;
}

export interface Failure {
  reason: string;
  /** The server's error code, if any. */
  code: string;
}

export interface Refusal extends Failure {
  retryable: boolean;
}

interface Flight {
  clientMsgId: string;
  failures: number;
  cancel(): void;
}

/** Sends pending messages in order, one at a time per channel, until the server has them. */
export class Sender {
  readonly #options: Options;
  readonly #flights = new Map<string, Flight>();
  #stopped = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Starts the channel's next send, unless one is in flight. */
  pump(channelId: string): void {
    if (this.#stopped || this.#flights.has(channelId)) return;
    const next = this.#next(channelId);
    if (next) this.#transmit(next, 0);
  }

  /** Resumes sends from before a reload: prefers the socket if it connects soon. */
  resume(channelId: string): void {
    const next = this.#next(channelId);
    if (this.#options.transport.connected()) this.pump(channelId);
    else if (next) this.#wait(next, 0, reconnectWithinMs);
  }

  /** The server has this message, however that was confirmed. */
  settled(channelId: string, clientMsgId: string): void {
    const flight = this.#flights.get(channelId);
    if (flight?.clientMsgId === clientMsgId) this.#land(channelId);
    this.pump(channelId);
  }

  /** Handles an error event; returns whether it was about one of our messages. */
  refused(clientMsgId: string, { retryable, ...failure }: Refusal): boolean {
    const message = this.#find(clientMsgId);
    if (!message) return false;
    const failures = (this.#flights.get(message.channelId)?.failures ?? 0) + 1;
    const isTemporary = retryable && !mustAskSender(message, failure.code);
    if (isTemporary && failures <= maxRefusals) this.#retry(message, failures);
    else this.#fail(message, failure);
    return true;
  }

  /** Sends in flight may or may not have arrived: repeat them with the same id. */
  connectionChanged(connected: boolean): void {
    for (const [channelId, flight] of [...this.#flights]) {
      const message = this.#find(flight.clientMsgId);
      this.#land(channelId);
      if (message && !connected) this.#wait(message, flight.failures, reconnectWithinMs);
    }
    if (!connected) return;
    for (const { channelId } of this.#options.pending()) this.pump(channelId);
  }

  stop(): void {
    this.#stopped = true;
    for (const channelId of [...this.#flights.keys()]) this.#land(channelId);
  }

  #transmit(message: PendingMessage, failures: number): void {
    const { channelId, clientMsgId } = message;
    const { transport, clock } = this.#options;
    const sent = transport.sendFrame(sendOf(message));
    const cancel = sent
      ? clock.after(echoWithinMs, () => void this.#post(message, failures))
      : () => {};
    this.#flights.set(channelId, { clientMsgId, failures, cancel });
    if (!sent) void this.#post(message, failures);
  }

  async #post(message: PendingMessage, failures: number): Promise<void> {
    const { channelId, clientMsgId } = message;
    const flight: Flight = { clientMsgId, failures, cancel: () => {} };
    this.#flights.set(channelId, flight);
    try {
      const stored = await this.#options.transport.post(sendOf(message));
      this.#options.onStored({ ...stored, clientMsgId });
    } catch (error) {
      // Settled or repeated in the meantime: this reply no longer matters.
      if (this.#flights.get(channelId) === flight) this.#handleError(message, failures + 1, error);
    }
  }

  #handleError(message: PendingMessage, failures: number, error: unknown): void {
    const status = error instanceof ApiError ? error.status : 0;
    const failure = failureOf(error);
    // Unreachable or signed out: neither says anything about the message.
    if (status === 0 || status === 401) this.#retry(message, failures);
    else if (mustAskSender(message, failure.code)) this.#fail(message, failure);
    else if (isTemporary(status) && failures <= maxRefusals) this.#retry(message, failures);
    else this.#fail(message, failure);
  }

  #retry(message: PendingMessage, failures: number): void {
    const isExpired = isTooOld(message, this.#options.clock.now());
    if (isExpired) this.#fail(message, { reason: tooOld, code: '' });
    else this.#wait(message, failures, retryWaitMs(failures, this.#options.clock.random()));
  }

  #wait(message: PendingMessage, failures: number, ms: number): void {
    if (this.#stopped) return;
    const { channelId, clientMsgId } = message;
    this.#land(channelId);
    const cancel = this.#options.clock.after(ms, () => this.#transmit(message, failures));
    this.#flights.set(channelId, { clientMsgId, failures, cancel });
  }

  #fail(message: PendingMessage, failure: Failure): void {
    this.#land(message.channelId);
    this.#options.onFailed(message, failure);
    this.pump(message.channelId);
  }

  #land(channelId: string): void {
    this.#flights.get(channelId)?.cancel();
    this.#flights.delete(channelId);
  }

  #next(channelId: string): PendingMessage | undefined {
    return this.#options
      .pending()
      .find((message) => message.channelId === channelId && message.failure === null);
  }

  #find(clientMsgId: string): PendingMessage | undefined {
    return this.#options.pending().find((message) => message.clientMsgId === clientMsgId);
  }
}

/** An urgent message over the rate limit fails at once, so that the sender can decide. */
function mustAskSender({ urgent }: PendingMessage, code: string): boolean {
  return urgent !== null && code === 'rate_limited';
}

function failureOf(error: unknown): Failure {
  if (!(error instanceof ApiError)) return { reason: notSent, code: '' };
  return { reason: error.sentence, code: error.code ?? '' };
}

function sendOf(message: PendingMessage): Send {
  const { channelId, clientMsgId, content, threadId, alsoToChannel, replyToId, urgent } = message;
  const attachmentIds = message.attachments.map(({ id }) => id);
  return {
    channelId,
    clientMsgId,
    content,
    ...(threadId !== null && { threadId, alsoToChannel }),
    ...(replyToId !== null && { replyToId }),
    ...(urgent !== null && { urgent: { reason: urgent } }),
    ...(attachmentIds.length > 0 && { attachmentIds }),
    ...(message.acceptsSensitive && { acceptsSensitive: true }),
  };
}

function isTemporary(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}
