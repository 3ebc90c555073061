import { type ChannelState, emptyChannel } from './channelState.ts';

/** The channels this browser holds; states are replaced, never changed, so that React can compare them. */
export class ChannelStore {
  readonly #states = new Map<string, ChannelState>();
  readonly #watchers = new Map<string, Set<() => void>>();

  get(channelId: string): ChannelState {
    const held = this.#states.get(channelId);
    if (held) return held;
    const empty = emptyChannel(channelId);
    this.#states.set(channelId, empty);
    return empty;
  }

  all(): ChannelState[] {
    return [...this.#states.values()];
  }

  update(channelId: string, change: (state: ChannelState) => ChannelState): void {
    const before = this.get(channelId);
    const after = change(before);
    if (after === before) return;
    this.#states.set(channelId, after);
    for (const watcher of [...(this.#watchers.get(channelId) ?? [])]) watcher();
  }

  /** Calls `watcher` after every change of the channel; answers how to stop. */
  watch(channelId: string, watcher: () => void): () => void {
    const watchers = this.#watchers.get(channelId) ?? new Set();
    this.#watchers.set(channelId, watchers.add(watcher));
    return () => void watchers.delete(watcher);
  }
}
