/** Locks across the tabs of a browser, so that a tab does not save an edit that another tab is still making. */
export interface NoteLocks {
  /** Locks a note until the returned function is called or the tab is closed. */
  acquire(id: string): () => void;
  /** Locks the note and calls `act`, if no other tab has the lock. */
  tryAcquire(id: string, act: (release: () => void) => void): void;
}

export function browserLocks(): NoteLocks {
  // Unavailable without HTTPS. Harmless: two tabs that save the same text save it once.
  const locks: LockManager | undefined = navigator.locks;
  if (!locks) return freeLocks;
  const nameOf = (id: string) => `forecourt-note:${id}`;
  return {
    acquire(id) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const waiting = new AbortController();
      locks
        .request(nameOf(id), { signal: waiting.signal }, () => promise)
        // Released before it was granted.
        .catch(() => {});
      return () => {
        resolve();
        waiting.abort();
      };
    },
    tryAcquire(id, act) {
      void locks.request(nameOf(id), { ifAvailable: true }, (lock) => {
        if (!lock) return undefined;
        const { promise, resolve } = Promise.withResolvers<void>();
        act(resolve);
        return promise;
      });
    },
  };
}

export const freeLocks: NoteLocks = {
  acquire: () => () => {},
  tryAcquire: (_, act) => act(() => {}),
};
