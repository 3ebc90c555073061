import { v7 as uuid } from 'uuid';
import type { Environment } from '../../../../platform/web/realtime/environment.ts';
import { type ChatMessage, messageMaxLength, type NewMessage } from '../../contract.ts';
import { applyAnswer } from '../store/apply.ts';
import type { PendingMessage } from '../store/channelState.ts';
import { ChannelStore } from '../store/channelStore.ts';
import { Drafts } from '../store/drafts.ts';
import { addPending, confirmedBy, markPending, removePending } from '../store/pending.ts';
import { CatchUp } from './catchUp.ts';
import { History } from './history.ts';
import type { Outbox } from './outbox.ts';
import { Sender } from './sender.ts';
import type { Transport } from './transport.ts';

export interface SessionOptions {
  me: number;
  transport: Transport;
  outbox: Outbox;
  clock: Pick<Environment, 'now' | 'after' | 'random'>;
}

/** One person's chat in this tab, from signing in to signing out, whether or not it is on screen. */
export class ChatSession {
  readonly store = new ChannelStore();
  readonly drafts = new Drafts();
  readonly history: History;
  readonly #options: SessionOptions;
  readonly #catchUp: CatchUp;
  readonly #sender: Sender;
  #connected = false;

  constructor(options: SessionOptions) {
    this.#options = options;
    const shared = {
      store: this.store,
      transport: options.transport,
      clock: options.clock,
      onMessages: (channelId: string, messages: readonly ChatMessage[]) =>
        this.#confirm(channelId, messages),
    };
    this.history = new History({ ...shared, onLoaded: (id) => this.#catchUp.loaded(id) });
    this.#catchUp = new CatchUp({ ...shared, onReload: (id) => this.history.open(id) });
    this.#sender = new Sender({
      ...shared,
      onStored: (message) => this.#stored(message),
      onFailed: (message, reason) => this.#failed(message, reason),
    });
    this.#restore();
  }

  /** The socket listens, or frames were lost on it: whatever was missed is fetched. */
  synchronize(): void {
    void this.#catchUp.sync();
  }

  receive(frame: NewMessage): void {
    this.#catchUp.receive(frame);
  }

  connectionChanged(): void {
    const connected = this.#options.transport.connected();
    if (connected === this.#connected) return;
    this.#connected = connected;
    this.#sender.connectionChanged(connected);
  }

  /** Whether the error frame was about a message of this tab, and is dealt with. */
  refused({ ref, message, retryable }: { ref?: string; message: string; retryable?: boolean }) {
    return ref !== undefined && this.#sender.refused(ref, message, retryable ?? false);
  }

  /** Sends what is drafted; false where nothing was sent, and the draft stays. */
  sendDraft(channelId: string): boolean {
    const { text, restoredFrom } = this.drafts.get(channelId);
    const content = text.trim();
    if (!content || content.length > messageMaxLength || !this.#connected) return false;
    const failed = this.#find(channelId, restoredFrom);
    this.drafts.clear(channelId);
    if (failed?.content === content) {
      this.retry(failed);
      return true;
    }
    if (failed) this.discard(failed);
    const writtenAt = this.#options.clock.now();
    const message = { clientMsgId: uuid(), channelId, content, writtenAt, failure: null };
    this.#options.outbox.keep(message);
    this.store.update(channelId, (state) => addPending(state, message));
    this.#sender.pump(channelId);
    return true;
  }

  /** Tries a failed message once more, as the same message. */
  retry(message: PendingMessage): void {
    const again = { ...message, failure: null };
    this.drafts.release(message);
    this.#options.outbox.keep(again);
    this.store.update(message.channelId, (state) => addPending(state, again));
    this.#sender.pump(message.channelId);
  }

  discard(message: PendingMessage): void {
    this.drafts.release(message);
    this.#settle(message.channelId, message.clientMsgId);
  }

  stop(): void {
    this.#catchUp.stop();
    this.#sender.stop();
  }

  #restore(): void {
    const { outbox, clock, transport } = this.#options;
    this.#connected = transport.connected();
    for (const message of outbox.list(clock.now())) {
      this.store.update(message.channelId, (state) => addPending(state, message));
    }
    for (const { channelId } of this.store.all()) this.#sender.resume(channelId);
  }

  #confirm(channelId: string, messages: readonly ChatMessage[]): void {
    const confirmed = confirmedBy(this.store.get(channelId), messages, this.#options.me);
    for (const clientMsgId of confirmed) this.#settle(channelId, clientMsgId);
  }

  #stored(message: ChatMessage): void {
    this.#confirm(message.channelId, [message]);
    this.store.update(message.channelId, (state) => applyAnswer(state, message));
  }

  #failed(message: PendingMessage, reason: string): void {
    const { channelId, clientMsgId } = message;
    this.#options.outbox.keep({ ...message, failure: reason });
    this.store.update(channelId, (state) => markPending(state, clientMsgId, reason));
    this.drafts.restore(message);
  }

  #settle(channelId: string, clientMsgId: string): void {
    const pending = this.#find(channelId, clientMsgId);
    if (pending) this.drafts.release(pending);
    this.#options.outbox.forget(clientMsgId);
    this.store.update(channelId, (state) => removePending(state, clientMsgId));
    this.#sender.settled(channelId, clientMsgId);
  }

  #find(channelId: string, clientMsgId: string | null): PendingMessage | undefined {
    const { pending } = this.store.get(channelId);
    return pending.find((message) => message.clientMsgId === clientMsgId);
  }
}
