const watchers = new Set<() => void>();

/** Whether the system knows that there is no network. False is no proof: the server may still be unreachable. */
export const isOffline = (): boolean => typeof navigator !== 'undefined' && !navigator.onLine;

/**
 * Calls `act` whenever failed work should be retried: the network returned, the tab became visible, the live
 * connection opened. Returns how to stop.
 */
export function onNetworkReturn(act: () => void): () => void {
  if (watchers.size === 0) listen();
  watchers.add(act);
  return () => void watchers.delete(act);
}

/** Call it when something else notices first that the server responds again. */
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
