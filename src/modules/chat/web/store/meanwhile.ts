import type { Change } from './mergeMessages.ts';

export interface Log {
  readonly changes: readonly Change[];
  close(): void;
}

/**
 * What happens in a channel while a page of it is under way. A page may have been read before a change
 * that arrives first: such a change follows the page once more, or the old version would stay.
 */
export class Meanwhile {
  readonly #logs = new Map<string, Set<Change[]>>();

  open(channelId: string): Log {
    const changes: Change[] = [];
    const logs = this.#logs.get(channelId) ?? new Set();
    this.#logs.set(channelId, logs.add(changes));
    const close = () => {
      logs.delete(changes);
      if (logs.size === 0 && this.#logs.get(channelId) === logs) this.#logs.delete(channelId);
    };
    return { changes, close };
  }

  note(channelId: string, change: Change): void {
    for (const changes of this.#logs.get(channelId) ?? []) changes.push(change);
  }
}
