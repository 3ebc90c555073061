const watchers = new Set<() => void>();

/** Whether the system knows that there is no network. False says little: the server may be away all the same. */
export const isOffline = (): boolean => typeof navigator !== 'undefined' && !navigator.onLine;

/**
 * Calls `act` whenever there is a reason to try again what failed: the network returned, the tab became visible, the
 * live connection is open again. Answers how to stop.
 */
export function onNetworkReturn(act: () => void): () => void {
  if (watchers.size === 0) listen();
  watchers.add(act);
  return () => void watchers.delete(act);
}

/** For what notices before the browser does that the server answers again. */
export function announceNetworkReturn(): void {
  for (const act of [...watchers]) act();
}

let listening = false;
function listen(): void {
  if (listening || typeof window === 'undefined') return;
  listening = true;
  window.addEventListener('online', announceNetworkReturn);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') announceNetworkReturn();
  });
}
