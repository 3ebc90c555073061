/** Tells the tabs of one browser apart: what one of them still writes the others do not save for it. */
export interface NoteLocks {
  /** Holds a note until the answer is called, or the tab is closed. */
  hold(id: string): () => void;
  /** Calls `act` where no tab holds the note, and holds it then. */
  take(id: string, act: (release: () => void) => void): void;
}

export function browserLocks(): NoteLocks {
  // Absent where the page did not come over HTTPS. Two tabs that save the same words save them once.
  const locks: LockManager | undefined = navigator.locks;
  if (!locks) return freeLocks;
  const nameOf = (id: string) => `forecourt-note:${id}`;
  return {
    hold(id) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const waiting = new AbortController();
      locks
        .request(nameOf(id), { signal: waiting.signal }, () => promise)
        // Let go of before it was granted.
        .catch(() => {});
      return () => {
        resolve();
        waiting.abort();
      };
    },
    take(id, act) {
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
  hold: () => () => {},
  take: (_, act) => act(() => {}),
};
