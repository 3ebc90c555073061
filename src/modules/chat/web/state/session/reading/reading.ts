import type { Environment } from '../../../../../../platform/web/realtime/environment.ts';
import type { ReadState } from '../../../../contract/personal.ts';
import type { ThreadState } from '../../../../contract/threads.ts';
import type { UnreadStore } from '../../store/unread.ts';
import type { ThreadStore } from '../threads.ts';
import type { Transport } from '../transport.ts';
import { ReadPointers } from './readPointers.ts';

interface Options {
  transport: Transport;
  unread: UnreadStore;
  threads: ThreadStore;
  clock: Pick<Environment, 'after' | 'random'>;
}

/** How far the user has read; applied at once, sent to the server with a delay. */
export class Reading {
  readonly #options: Options;
  readonly #channels: ReadPointers<ReadState>;
  readonly #threads: ReadPointers<ThreadState>;
  /** Each channel's version when opened: a later one means it was marked unread since. */
  readonly #versions = new Map<string, number>();

  constructor(options: Options) {
    this.#options = options;
    const { transport, unread, threads, clock } = options;
    const shared = { clock, connected: () => transport.connected() };
    this.#channels = new ReadPointers({
      ...shared,
      find: (id) => unread.find(id),
      send: (id, seq, version) => transport.markRead(id, seq, version),
      take: (state) => unread.take(state),
      onRefused: (id) => unread.undo(id),
    });
    this.#threads = new ReadPointers({
      ...shared,
      find: (id) => threads.get(id).state ?? undefined,
      send: (id, seq, version) => transport.readThread(id, seq, version),
      take: (state) => threads.takeState(state),
      onRefused: () => {},
    });
    unread.watchReceived(() => this.#channels.flush());
  }

  /** Opening a channel resumes reading, even if it was marked unread before. */
  opened(channelId: string): void {
    const known = this.#options.unread.find(channelId);
    if (known) this.#versions.set(channelId, known.version);
    else this.#versions.delete(channelId);
  }

  markRead(channelId: string, seq: number): void {
    const { unread } = this.#options;
    const known = unread.find(channelId);
    if (known && this.#isKeptUnread(channelId, known.version)) return;
    if (known && seq <= known.lastReadSeq) return;
    unread.readTo(channelId, seq);
    this.#channels.mark(channelId, seq);
  }

  /** The user asks for it, so it also applies to a channel kept unread. */
  markAllRead(channelId: string, seq: number): void {
    this.opened(channelId);
    this.markRead(channelId, seq);
  }

  /** Throws if the server call fails. */
  async markUnread(channelId: string, seq: number): Promise<void> {
    const { unread, transport } = this.#options;
    this.#versions.set(channelId, -1);
    this.#channels.drop(channelId);
    unread.markUnread(channelId, seq);
    try {
      unread.take(await transport.markUnread(channelId, seq));
    } catch (error) {
      unread.undo(channelId);
      throw error;
    }
  }

  readThread(threadId: string, seq: number): void {
    const { threads } = this.#options;
    const { state } = threads.get(threadId);
    if (!state || seq <= state.lastReadSeq) return;
    const unread = Math.min(state.unread, Math.max(0, state.lastSeq - seq));
    threads.takeState({ ...state, lastReadSeq: seq, unread });
    this.#threads.mark(threadId, seq);
  }

  flush(): void {
    this.#channels.flush();
    this.#threads.flush();
  }

  stop(): void {
    this.#channels.stop();
    this.#threads.stop();
  }

  /** Marked unread since it was opened: stays unread until it is reopened. */
  #isKeptUnread(channelId: string, version: number): boolean {
    const opened = this.#versions.get(channelId) ?? version;
    this.#versions.set(channelId, opened);
    return version > opened;
  }
}
