import type { Change } from './mergeMessages.ts';

export interface Log {
  readonly changes: readonly Change[];
  close(): void;
}

/**
 * Logs a channel's changes while a page of it is being fetched. The page may be older than a change that
 * arrives first, so the changes are applied again after the page.
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
