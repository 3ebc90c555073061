import { useSyncExternalStore } from 'react';

export const narrow =
  typeof window === 'undefined' ? undefined : window.matchMedia('(width < 48rem)');

function watch(notify: () => void): () => void {
  narrow?.addEventListener('change', notify);
  return () => narrow?.removeEventListener('change', notify);
}

const isNarrow = () => narrow?.matches === true;
const unknown = () => false;

/** Whether the window is so narrow that panels cover the page. */
export function usePhone(): boolean {
  return useSyncExternalStore(watch, isNarrow, unknown);
}
