/** Lets one tab of several send a message: they share the outbox, and each is told when it is its turn. */
export interface SendLocks {
  /** Calls `act` once the message is this tab's; answers how to let it go, or to wait no longer. */
  claim(clientMsgId: string, act: () => void): () => void;
}

/** A lock ends with its tab, however that ends: then the next one takes over. */
export function browserLocks(): SendLocks {
  // Absent where the page did not come over HTTPS. A message sent by two tabs is still stored once.
  const locks: LockManager | undefined = navigator.locks;
  if (!locks) return freeLocks;
  return {
    claim(clientMsgId, act) {
      const waiting = new AbortController();
      const { promise: held, resolve: release } = Promise.withResolvers<void>();
      const onGranted = () => {
        act();
        return held;
      };
      locks
        .request(`forecourt-send:${clientMsgId}`, { signal: waiting.signal }, onGranted)
        // Let go of before it was granted.
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
