import { v7 as uuid } from 'uuid';
import { ApiError } from '../../../../../platform/web/api/ApiError.ts';
import { retryWaitMs } from '../../../../../platform/web/network/backoff.ts';
import type { Environment } from '../../../../../platform/web/realtime/environment.ts';
import type { Attachment } from '../../../../attachments/contract.ts';
import { type ChatMessage, messageMaxLength } from '../../../contract.ts';
import type { PendingMessage } from '../store/channelState.ts';
import type { ChannelStore, ThreadWindows } from '../store/channelStore.ts';
import { type Draft, type Drafts, draftKey, isSameMessage } from '../store/drafts.ts';
import {
  confirmedBy,
  inChannel,
  inThread,
  sameOr,
  withoutPending,
  withPending,
} from '../store/pending.ts';
import { isTooOld, type Outbox, type SendLocks, tooOld } from './outbox.ts';
import type { Send, Transport } from './transport.ts';

interface Options {
  me: number;
  store: ChannelStore;
  threads: ThreadWindows;
  drafts: Drafts;
  transport: Transport;
  outbox: Outbox;
  locks: SendLocks;
  clock: Pick<Environment, 'now' | 'after' | 'random'>;
  /** The server returned the stored message. */
  onStored(message: ChatMessage): void;
  /** A message was added to the channel's timeline: scroll to its end. */
  onWritten(channelId: string): void;
}

/** The user's messages, from the draft until the server has them. */
export class Sending {
  readonly #options: Options;
  readonly #sender: Sender;
  readonly #locks = new Map<string, () => void>();
  #pending: readonly PendingMessage[] = [];

  constructor(options: Options) {
    this.#options = options;
    this.#sender = new Sender({
      ...options,
      pending: () => this.#pending,
      onFailed: (message, failure) => this.#failed(message, failure),
    });
  }

  /** Adopts unsent messages of this browser, unless another tab has them. */
  restore(): void {
    const { outbox, clock } = this.#options;
    for (const { clientMsgId } of outbox.list(clock.now())) {
      this.#claim(clientMsgId, () => this.#adopt(clientMsgId));
    }
  }

  /** False if there is nothing to send, or it is not ready. */
  sendDraft(channelId: string, threadId: string | null, acceptsSensitive: boolean): boolean {
    const { drafts, clock, onWritten } = this.#options;
    const key = draftKey(channelId, threadId);
    const draft = drafts.get(key);
    const attachments = readyFiles(draft);
    const content = draft.text.trim();
    if (!attachments || content.length > messageMaxLength) return false;
    if (!content && attachments.length === 0) return false;
    const failed = this.#find(draft.restoredFrom);
    const isRepeat = failed && isSameMessage(draft, failed);
    drafts.clear(key);
    if (failed && !isRepeat) this.discard(failed);
    const alsoToChannel = threadId !== null && draft.alsoToChannel;
    if (isRepeat) this.retry({ ...failed, acceptsSensitive });
    else
      this.#send({
        clientMsgId: uuid(),
        channelId,
        threadId,
        alsoToChannel,
        replyToId: draft.replyToId,
        urgent: draft.urgent,
        content,
        attachments,
        writtenAt: clock.now(),
        failure: null,
        acceptsSensitive,
      });
    if (threadId === null || alsoToChannel) onWritten(channelId);
    return true;
  }

  /** Retries a failed message with the same client id. */
  retry(message: PendingMessage): void {
    this.#options.drafts.release(message);
    // Retried by the user: no longer expired.
    this.#send({ ...message, writtenAt: this.#options.clock.now(), failure: null });
  }

  discard(message: PendingMessage): void {
    this.#settle(message);
  }

  /** Messages arrived from the server: our own among them are settled. */
  confirm(messages: readonly ChatMessage[]): void {
    const { me } = this.#options;
    for (const message of confirmedBy(this.#pending, messages, me)) this.#settle(message);
  }

  /** Whether an unsent message has the file. */
  hasFile(attachmentId: string): boolean {
    return this.#pending.some(({ attachments }) =>
      attachments.some(({ id }) => id === attachmentId),
    );
  }

  refused(clientMsgId: string, refusal: Refusal): boolean {
    return this.#sender.refused(clientMsgId, refusal);
  }

  connectionChanged(connected: boolean): void {
    this.#sender.connectionChanged(connected);
  }

  stop(): void {
    this.#sender.stop();
    for (const release of this.#locks.values()) release();
    this.#locks.clear();
  }

  #send(message: PendingMessage): void {
    this.#options.outbox.keep(message);
    this.#claim(message.clientMsgId, () => {});
    this.#set(withPending(this.#pending, message), message);
    this.#sender.pump(message.channelId);
  }

  #adopt(clientMsgId: string): void {
    const { outbox, clock } = this.#options;
    const message = outbox.find(clientMsgId, clock.now());
    if (!message) this.#release(clientMsgId);
    else if (this.#isStored(message)) this.#settle(message);
    else {
      this.#set(withPending(this.#pending, message), message);
      this.#sender.resume(message.channelId);
    }
  }

  #failed(message: PendingMessage, { reason, code }: Failure): void {
    const needsConfirmation = code === 'confirmation_required';
    const failed = { ...message, failure: reason, needsConfirmation };
    this.#options.outbox.keep(failed);
    this.#set(
      this.#pending.map((one) => (one.clientMsgId === message.clientMsgId ? failed : one)),
      failed,
    );
    this.#options.drafts.restore(failed);
  }

  #settle(message: PendingMessage): void {
    const { clientMsgId, channelId } = message;
    this.#options.drafts.release(message);
    this.#options.outbox.forget(clientMsgId);
    this.#release(clientMsgId);
    this.#set(withoutPending(this.#pending, clientMsgId), message);
    this.#sender.settled(channelId, clientMsgId);
  }

  #set(pending: readonly PendingMessage[], { channelId, threadId }: PendingMessage): void {
    this.#pending = pending;
    this.#options.store.update(channelId, (state) => {
      const list = sameOr(state.pending, inChannel(pending, channelId));
      return list === state.pending ? state : { ...state, pending: list };
    });
    if (threadId === null) return;
    this.#options.threads.update(threadId, (window) => {
      const list = sameOr(window.pending, inThread(pending, threadId));
      return list === window.pending ? window : { ...window, channelId, pending: list };
    });
  }

  #claim(clientMsgId: string, act: () => void): void {
    if (!this.#locks.has(clientMsgId)) {
      // Set before `act` runs, which may release it at once.
      this.#locks.set(clientMsgId, () => {});
      const release = this.#options.locks.claim(clientMsgId, act);
      if (this.#locks.has(clientMsgId)) this.#locks.set(clientMsgId, release);
      else release();
    }
  }

  #release(clientMsgId: string): void {
    this.#locks.get(clientMsgId)?.();
    this.#locks.delete(clientMsgId);
  }

  #isStored({ clientMsgId, channelId, threadId }: PendingMessage): boolean {
    const { store, threads } = this.#options;
    const shown = threadId === null ? [] : threads.get(threadId).replies;
    return [...store.get(channelId).messages, ...shown].some(
      (message) => message.clientMsgId === clientMsgId,
    );
  }

  #find(clientMsgId: string | null): PendingMessage | undefined {
    return this.#pending.find((message) => message.clientMsgId === clientMsgId);
  }
}

/** Null if a file is not uploaded yet. */
function readyFiles({ attachments }: Draft): Attachment[] | null {
  const ready = attachments.map(({ phase, attachment }) => (phase === 'ready' ? attachment : null));
  return ready.every((attachment) => attachment !== null) ? ready : null;
}

/** Without an echo in this time the send is repeated over HTTP; the client id prevents duplicates. */
const echoWithinMs = 10_000;
/** How long to wait for a broken socket before HTTP is used instead. */
const reconnectWithinMs = 2_000;
const maxRefusals = 5;

interface SenderOptions {
  transport: Transport;
  clock: Pick<Environment, 'now' | 'after' | 'random'>;
  /** The pending messages, in order. */
  pending(): readonly PendingMessage[];
  /** The server returned the stored message. */
  onStored(message: ChatMessage): void;
  onFailed(message: PendingMessage, failure: Failure): void;
}

interface Failure {
  reason: string;
  /** The server's error code, if any. */
  code: string;
}

interface Refusal extends Failure {
  retryable: boolean;
}

interface Flight {
  clientMsgId: string;
  failures: number;
  cancel(): void;
}

/** Sends pending messages in order, one at a time per channel, until the server has them. */
class Sender {
  readonly #options: SenderOptions;
  readonly #flights = new Map<string, Flight>();
  #stopped = false;

  constructor(options: SenderOptions) {
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
    // Unreachable or signed out: neither says anything about the message.
    if (!(error instanceof ApiError) || error.status === 401) {
      this.#retry(message, failures);
      return;
    }
    const failure = { reason: error.sentence, code: error.code ?? '' };
    const isRetried = isTemporary(error.status) && !mustAskSender(message, failure.code);
    if (isRetried && failures <= maxRefusals) this.#retry(message, failures);
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
