import { type ChannelState, emptyChannel } from './channelState.ts';
import { emptyThread, type ThreadWindow } from './threadWindow.ts';

/** Windows by id; replaced, never mutated, so that React can compare them. */
class Windows<W> {
  readonly #windows = new Map<string, W>();
  readonly #watchers = new Map<string, Set<() => void>>();
  readonly #empty: (id: string) => W;

  constructor(empty: (id: string) => W) {
    this.#empty = empty;
  }

  get(id: string): W {
    const existing = this.#windows.get(id);
    if (existing) return existing;
    const empty = this.#empty(id);
    this.#windows.set(id, empty);
    return empty;
  }

  all(): W[] {
    return [...this.#windows.values()];
  }

  update(id: string, change: (window: W) => W): void {
    const before = this.get(id);
    const after = change(before);
    if (after === before) return;
    this.#windows.set(id, after);
    for (const watcher of [...(this.#watchers.get(id) ?? [])]) watcher();
  }

  /** Calls `watcher` after every change of the window; returns the unsubscribe function. */
  watch(id: string, watcher: () => void): () => void {
    const watchers = this.#watchers.get(id) ?? new Set();
    this.#watchers.set(id, watchers.add(watcher));
    return () => {
      watchers.delete(watcher);
      if (watchers.size === 0 && this.#watchers.get(id) === watchers) this.#watchers.delete(id);
    };
  }

  isWatched(id: string): boolean {
    return this.#watchers.has(id);
  }

  forget(id: string): void {
    this.#windows.delete(id);
  }
}

/** The loaded channels. */
export class ChannelStore extends Windows<ChannelState> {
  constructor() {
    super(emptyChannel);
  }
}

/** The loaded threads. */
export class ThreadWindows extends Windows<ThreadWindow> {
  constructor() {
    super(emptyThread);
  }
}
