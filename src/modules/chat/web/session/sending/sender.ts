import { ApiError } from '../../../../../platform/web/api/ApiError.ts';
import { retryWaitMs } from '../../../../../platform/web/realtime/backoff.ts';
import type { Environment } from '../../../../../platform/web/realtime/environment.ts';
import type { ChatMessage } from '../../../contract.ts';
import type { PendingMessage } from '../../store/channelState.ts';
import { isTooOld, tooOld } from '../outbox.ts';
import type { Send, Transport } from '../transport.ts';

/** After so long without an echo the same send goes over HTTP; twice stored it cannot be. */
const echoWithinMs = 10_000;
/** How long a broken socket may take to return before HTTP is tried instead. */
const reconnectWithinMs = 2_000;
const maxRefusals = 5;
const notSent = 'The server could not take this message';

interface Options {
  transport: Transport;
  clock: Pick<Environment, 'now' | 'after' | 'random'>;
  /** What is to be sent, in order. */
  pending(): readonly PendingMessage[];
  /** The server answered with the stored message. */
  onStored(message: ChatMessage): void;
  onFailed(message: PendingMessage, failure: Failure): void;
}

export interface Failure {
  reason: string;
  /** Of the server's refusal, where it was one. */
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
  refused(clientMsgId: string, { retryable, ...failure }: Refusal): boolean {
    const message = this.#find(clientMsgId);
    if (!message) return false;
    const failures = (this.#flights.get(message.channelId)?.failures ?? 0) + 1;
    const isPassing = retryable && !mustAskSender(message, failure.code);
    if (isPassing && failures <= maxRefusals) this.#again(message, failures);
    else this.#fail(message, failure);
    return true;
  }

  /** Whatever was under way may or may not have arrived: repeated with the same id. */
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
      // Settled or repeated by another way meanwhile: this answer no longer matters.
      if (this.#flights.get(channelId) === flight) this.#judge(message, failures + 1, error);
    }
  }

  #judge(message: PendingMessage, failures: number, error: unknown): void {
    const status = error instanceof ApiError ? error.status : 0;
    const failure = failureOf(error);
    // Unreachable, or the session ended: neither says anything about the message.
    if (status === 0 || status === 401) this.#again(message, failures);
    else if (mustAskSender(message, failure.code)) this.#fail(message, failure);
    else if (isPassing(status) && failures <= maxRefusals) this.#again(message, failures);
    else this.#fail(message, failure);
  }

  #again(message: PendingMessage, failures: number): void {
    const isOver = isTooOld(message, this.#options.clock.now());
    if (isOver) this.#fail(message, { reason: tooOld, code: '' });
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

/** Who says that it cannot wait is told at once that it would have to, and decides. */
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

function isPassing(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}
