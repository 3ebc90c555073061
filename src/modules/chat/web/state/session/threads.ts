import type { ThreadState } from '../../../contract/threads.ts';
import type { ChatMessage } from '../../../contract.ts';
import { ThreadWindows } from '../store/channelStore.ts';
import type { Meanwhile } from '../store/meanwhile.ts';
import type { Change } from '../store/mergeMessages.ts';
import {
  applyOlderReplies,
  applyThread,
  applyToThread,
  emptyThread,
  newerState,
  type ThreadWindow,
} from '../store/threadWindow.ts';
import type { Transport } from './transport.ts';

/** Threads kept that are not on screen. */
const keptThreads = 10;

interface Options {
  me: number;
  transport: Pick<Transport, 'thread'>;
  meanwhile: Meanwhile;
  onMessages(messages: readonly ChatMessage[]): void;
  /** Loads the channel, whose changes keep the thread current. */
  load(channelId: string): void;
}

/** The open threads, kept current by the changes of their channels. */
export class ThreadStore {
  readonly windows = new ThreadWindows();
  readonly #options: Options;
  /** The latest load of each thread; pages of an earlier one are dropped. */
  readonly #loads = new Map<string, object>();
  /** The thread opened last, which may not be on screen yet. */
  #opened = '';

  constructor(options: Options) {
    this.#options = options;
  }

  get(threadId: string): ThreadWindow {
    return this.windows.get(threadId);
  }

  watch(threadId: string, watcher: () => void): () => void {
    return this.windows.watch(threadId, watcher);
  }

  /** Loads a thread and its channel, unless loaded. */
  openThread(channelId: string, threadId: string): void {
    this.#opened = threadId;
    this.#leaveOthers(threadId);
    this.windows.update(threadId, (window) =>
      window.channelId === channelId ? window : { ...window, channelId },
    );
    this.#options.load(channelId);
    const { phase } = this.get(threadId);
    if (phase === 'idle' || phase === 'failed') void this.#load(threadId);
  }

  async loadOlderReplies(threadId: string): Promise<void> {
    const { phase, older, reachedStart, replies } = this.get(threadId);
    const first = replies[0]?.threadSeq;
    if (phase !== 'ready' || older === 'loading' || reachedStart || first === undefined) return;
    const load = this.#loads.get(threadId);
    this.windows.update(threadId, (window) => ({ ...window, older: 'loading' }));
    try {
      await this.#fetchInto(threadId, first, (window, page) =>
        this.#loads.get(threadId) === load && window.replies[0]?.threadSeq === first
          ? applyOlderReplies(window, page.replies)
          : window,
      );
    } catch {
      if (this.#loads.get(threadId) !== load) return;
      this.windows.update(threadId, (window) => ({ ...window, older: 'failed' }));
    }
  }

  /** The user's state of a thread, from a reply or the socket. */
  takeState(state: ThreadState): void {
    if (this.get(state.threadId).phase !== 'ready') return;
    this.windows.update(state.threadId, (window) => ({
      ...window,
      state: newerState(window.state, state),
    }));
  }

  apply(channelId: string, change: Change): void {
    for (const window of this.#of(channelId)) {
      this.windows.update(window.threadId, (current) =>
        applyToThread(current, change, this.#options.me),
      );
    }
  }

  /** Changes of the channel may have been missed: reload the threads on screen. */
  reload(channelId: string): void {
    for (const { threadId, phase } of this.#of(channelId)) {
      const isWanted = this.windows.isWatched(threadId) || threadId === this.#opened;
      if (!isWanted) this.#forget(threadId);
      else if (phase !== 'idle') void this.#load(threadId);
    }
  }

  /** Retries threads on screen that failed to load. */
  reconnected(): void {
    for (const { threadId, channelId, phase } of this.windows.all()) {
      if (!channelId || !this.windows.isWatched(threadId)) continue;
      this.#options.load(channelId);
      if (phase === 'failed') void this.#load(threadId);
    }
  }

  /** The channel was unloaded: its threads are no longer kept current. */
  left(channelId: string): void {
    for (const { threadId } of this.#of(channelId)) this.#forget(threadId);
  }

  /** Whether a thread of the channel is on screen. */
  isShownOf(channelId: string): boolean {
    return this.#of(channelId).some(({ threadId }) => this.windows.isWatched(threadId));
  }

  #of(channelId: string): ThreadWindow[] {
    return this.windows.all().filter((window) => window.channelId === channelId);
  }

  async #load(threadId: string): Promise<void> {
    const load = {};
    this.#loads.set(threadId, load);
    const isCurrent = () => this.#loads.get(threadId) === load;
    // Keep showing the loaded replies while refetching.
    this.windows.update(threadId, (window) =>
      window.phase === 'ready' ? window : { ...window, phase: 'loading' },
    );
    try {
      await this.#fetchInto(threadId, undefined, (window, thread) =>
        isCurrent() ? applyThread(window, thread) : window,
      );
    } catch {
      if (!isCurrent()) return;
      this.windows.update(threadId, (window) => ({ ...window, phase: 'failed' }));
    }
  }

  async #fetchInto(
    threadId: string,
    before: number | undefined,
    apply: (window: ThreadWindow, thread: Awaited<ReturnType<Transport['thread']>>) => ThreadWindow,
  ): Promise<void> {
    const { me, transport, meanwhile, onMessages } = this.#options;
    const log = meanwhile.open(this.get(threadId).channelId);
    try {
      const thread = await transport.thread(threadId, before);
      onMessages([thread.root, ...thread.replies]);
      this.windows.update(threadId, (window) =>
        log.changes.reduce(
          (current, change) => applyToThread(current, change, me),
          apply(window, thread),
        ),
      );
    } finally {
      log.close();
    }
  }

  #leaveOthers(threadId: string): void {
    const others = this.windows
      .all()
      .filter((window) => window.threadId !== threadId && !this.windows.isWatched(window.threadId));
    for (const { threadId: other } of others.slice(0, -keptThreads)) this.#forget(other);
  }

  #forget(threadId: string): void {
    const { pending, channelId } = this.get(threadId);
    this.#loads.delete(threadId);
    if (pending.length === 0) this.windows.forget(threadId);
    else this.windows.update(threadId, () => ({ ...emptyThread(threadId), channelId, pending }));
  }
}
