import { useSyncExternalStore } from 'react';

export const narrow = window.matchMedia('(width < 48rem)');

function watch(notify: () => void): () => void {
  narrow.addEventListener('change', notify);
  return () => narrow.removeEventListener('change', notify);
}

/** Whether the window is so narrow that panels cover the page. */
export function usePhone(): boolean {
  return useSyncExternalStore(watch, () => narrow.matches);
}
