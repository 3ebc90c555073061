/** Lets only one of several tabs send a message: they share the outbox. */
export interface SendLocks {
  /** Calls `act` once this tab has the lock; returns how to release it or to stop waiting. */
  claim(clientMsgId: string, act: () => void): () => void;
}

/** A lock is released when its tab ends, however it ends; the next tab takes over. */
export function browserLocks(): SendLocks {
  // Absent without HTTPS. A message sent by two tabs is still stored only once.
  const locks: LockManager | undefined = navigator.locks;
  if (!locks) return freeLocks;
  return {
    claim(clientMsgId, act) {
      const waiting = new AbortController();
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      const onGranted = () => {
        act();
        return released;
      };
      locks
        .request(`forecourt-send:${clientMsgId}`, { signal: waiting.signal }, onGranted)
        // Released before it was granted.
        .catch(() => {});
      return () => {
        release();
        waiting.abort();
      };
    },
  };
}

export const freeLocks: SendLocks = {
  claim(_, act) {
    act();
    return () => {};
  },
};
