import type { DataOf } from '../../../../../platform/contract/socket.ts';
import type { Environment } from '../../../../../platform/web/realtime/environment.ts';
import type { MessageChanged, MessageReaction } from '../../../contract/changes.ts';
import type { draftChanged, messageStarred, typing } from '../../../contract/personal.ts';
import type { ThreadState } from '../../../contract/threads.ts';
import type { ChatMessage, NewMessage } from '../../../contract.ts';
import type { PendingMessage } from '../store/channelState.ts';
import { ChannelStore } from '../store/channelStore.ts';
import { Drafts } from '../store/drafts.ts';
import { Meanwhile } from '../store/meanwhile.ts';
import { reactionsOf } from '../store/myReactions.ts';
import { changedMessage } from '../store/myVotes.ts';
import type { UnreadStore } from '../store/unread.ts';
import { CatchUp } from './catchUp.ts';
import { DraftSync } from './drafts/draftSync.ts';
import type { FileTransport } from './drafts/fileTransport.ts';
import type { TabStorage } from './drafts/tabStorage.ts';
import { Uploads } from './drafts/uploads.ts';
import { History } from './history.ts';
import type { Outbox, SendLocks } from './outbox.ts';
import { Reading } from './reading/reading.ts';
import { Sending } from './sending.ts';
import { ThreadStore } from './threads.ts';
import type { Transport } from './transport.ts';
import { Typing } from './typing.ts';

export interface SessionOptions {
  me: number;
  transport: Transport;
  files: FileTransport;
  outbox: Outbox;
  locks: SendLocks;
  /** Unread counts by channel; shared with the page's badges. */
  unread: UnreadStore;
  /** Keeps this tab's drafts across reloads. */
  tabStorage: TabStorage;
  /** Identifies this tab. */
  origin: string;
  clock: Pick<Environment, 'now' | 'after' | 'random'>;
}

/** An error event. */
interface Refusal {
  ref?: string;
  message: string;
  code?: string;
  retryable?: boolean;
}

/** The user's chat in this tab, from sign-in to sign-out, whether or not it is on screen. */
export class ChatSession {
  readonly store = new ChannelStore();
  readonly drafts = new Drafts();
  readonly threads: ThreadStore;
  readonly history: History;
  readonly uploads: Uploads;
  readonly #me: number;
  readonly #transport: Transport;
  readonly #catchUp: CatchUp;
  readonly #sending: Sending;
  readonly #typing: Typing;
  readonly #reading: Reading;
  readonly #draftSync: DraftSync;
  #connected: boolean;

  constructor(options: SessionOptions) {
    this.#me = options.me;
    this.#transport = options.transport;
    this.#connected = options.transport.connected();
    const meanwhile = new Meanwhile();
    const onMessages = (messages: readonly ChatMessage[]) => this.#sending.confirm(messages);
    const shared = { ...options, store: this.store, drafts: this.drafts, meanwhile, onMessages };
    this.threads = new ThreadStore({ ...shared, load: (id) => this.history.load(id) });
    this.history = new History({
      ...shared,
      onLoaded: (id, isEarly) => this.#loaded(id, isEarly),
      onOpened: (id) => this.#reading.opened(id),
      onLeft: (id) => this.#left(id),
      isNeeded: (id) => this.store.isWatched(id) || this.threads.isShownOf(id),
    });
    this.#catchUp = new CatchUp({
      ...shared,
      onChange: (id, change) => this.threads.apply(id, change),
      onReset: (id) => this.#reset(id),
      onReload: (id, seq) => this.history.reload(id, seq),
    });
    this.#sending = new Sending({
      ...shared,
      threads: this.threads.windows,
      onStored: (message) => this.take(message),
      onWritten: (id) => void this.history.toLatest(id).catch(() => {}),
    });
    const isNeeded = (id: string) => this.#sending.hasFile(id);
    this.uploads = new Uploads({ ...shared, isNeeded });
    this.#typing = new Typing(shared);
    this.#reading = new Reading({ ...shared, threads: this.threads });
    this.#draftSync = new DraftSync(shared);
    this.#sending.restore();
  }

  /** The socket was ready before this session began: nothing loaded can be out of date. */
  begin(): void {
    void this.#draftSync.load();
  }

  /** The socket is ready, or events were lost: fetch whatever was missed. */
  synchronize(): void {
    void this.#catchUp.sync();
    this.history.reconnected();
    this.threads.reconnected();
    void this.#draftSync.load();
    this.#reading.flush();
  }

  receive(event: NewMessage): void {
    this.#typing.messageReceived(event);
    this.receiveChanged(event);
  }

  receiveChanged(event: MessageChanged): void {
    const { prevRev } = event;
    const message = changedMessage(event, this.#me);
    this.#catchUp.receive(message.channelId, { kind: 'message', message, prevRev });
  }

  receiveReaction(event: MessageReaction): void {
    const { channelId, messageId, rev, prevRev } = event;
    const reactions = reactionsOf(event, this.#me);
    this.#catchUp.receive(channelId, { kind: 'reaction', messageId, reactions, rev, prevRev });
  }

  receiveStar({ channelId, messageId, starred }: DataOf<typeof messageStarred>): void {
    this.#catchUp.note(channelId, { kind: 'star', messageId, starred });
  }

  receiveTyping(event: DataOf<typeof typing>): void {
    this.#typing.receive(event);
  }

  receiveDraft(event: DataOf<typeof draftChanged>): void {
    this.#draftSync.receive(event);
  }

  receiveThreadState(state: ThreadState): void {
    this.threads.takeState(state);
  }

  connectionChanged(): void {
    const connected = this.#transport.connected();
    if (connected === this.#connected) return;
    this.#connected = connected;
    this.#sending.connectionChanged(connected);
    this.uploads.connectionChanged(connected);
  }

  /** Returns whether the error event was about a message of this tab, and was handled. */
  refused({ ref, message, code = '', retryable = false }: Refusal) {
    return ref !== undefined && this.#sending.refused(ref, { reason: message, code, retryable });
  }

  /** Applies a message returned by an HTTP call, outside the revision order. */
  take(message: ChatMessage): void {
    this.#sending.confirm([message]);
    this.#catchUp.note(message.channelId, { kind: 'message', message, own: true });
  }

  /** Sends the draft; false if nothing was sent and the draft stays. */
  sendDraft(channelId: string, threadId: string | null = null, acceptsSensitive = false): boolean {
    return this.#connected && this.#sending.sendDraft(channelId, threadId, acceptsSensitive);
  }

  /** Retries a failed message with the same client id. */
  retry(message: PendingMessage): void {
    this.#sending.retry(message);
  }

  discard(message: PendingMessage): void {
    this.#sending.discard(message);
  }

  /** The user is typing there; throttled. */
  noteTyping(channelId: string, threadId: string | null = null): void {
    this.#typing.note(channelId, threadId);
  }

  /** The ids of the others who are typing there; the same array until it changes. */
  typists(channelId: string, threadId: string | null = null): readonly number[] {
    return this.#typing.list(channelId, threadId);
  }

  watchTyping = (watcher: () => void): (() => void) => this.#typing.watch(watcher);

  /** The user saw the channel up to `seq`; cheap to call repeatedly. */
  markRead(channelId: string, seq: number): void {
    this.#reading.markRead(channelId, seq);
  }

  /** Marks the channel as read up to `seq`, its last message, even if it was marked unread. */
  markAllRead(channelId: string, seq: number): void {
    this.#reading.markAllRead(channelId, seq);
  }

  /** Marks a message and all after it as unread, until the channel is left and reopened. */
  markUnread(channelId: string, seq: number): Promise<void> {
    return this.#reading.markUnread(channelId, seq);
  }

  /** Marks the thread as read up to that threadSeq. */
  readThread(threadId: string, seq: number): void {
    this.#reading.readThread(threadId, seq);
  }

  /** The page is about to be hidden, perhaps for good: save everything pending. */
  flush(): void {
    this.#draftSync.flush();
    this.#reading.flush();
  }

  stop(): void {
    this.#catchUp.stop();
    this.#sending.stop();
    this.#typing.stop();
    this.#reading.stop();
    this.#draftSync.stop();
    this.uploads.stop();
  }

  #loaded(channelId: string, isEarly: boolean): void {
    this.#catchUp.loaded(channelId, isEarly);
    this.threads.reload(channelId);
  }

  #reset(channelId: string): void {
    this.history.replaced(channelId);
    this.threads.reload(channelId);
  }

  #left(channelId: string): void {
    this.#catchUp.left(channelId);
    this.threads.left(channelId);
  }
}
