import { v7 as uuid } from 'uuid';
import type { Environment } from '../../../../../platform/web/realtime/environment.ts';
import { type Attachment, type ChatMessage, messageMaxLength } from '../../../contract.ts';
import type { PendingMessage } from '../../store/channelState.ts';
import type { ChannelStore, ThreadWindows } from '../../store/channelStore.ts';
import { type Draft, type Drafts, draftKey, isSameMessage } from '../../store/drafts.ts';
import {
  confirmedBy,
  inChannel,
  inThread,
  sameOr,
  withoutPending,
  withPending,
} from '../../store/pending.ts';
import type { Outbox } from '../outbox.ts';
import type { Transport } from '../transport.ts';
import { type Failure, type Refusal, Sender } from './sender.ts';
import type { SendLocks } from './sendLocks.ts';

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
    const { replyToId, urgent } = draft;
    const body = { content, attachments, urgent, acceptsSensitive };
    const send = { channelId, threadId, alsoToChannel, replyToId, ...body };
    const message = { ...send, clientMsgId: uuid(), writtenAt: clock.now(), failure: null };
    if (isRepeat) this.retry({ ...failed, acceptsSensitive });
    else this.#send(message);
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
    const asksForWord = code === 'confirmation_required';
    const failed = { ...message, failure: reason, asksForWord };
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
