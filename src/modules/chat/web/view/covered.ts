import { type RefObject, useLayoutEffect, useSyncExternalStore } from 'react';

let covered = false;
const watchers = new Set<() => void>();

/** Whether something lies over the conversation on screen, which nobody reads then. */
export const useCovered = () => useSyncExternalStore(watch, () => covered);

/** Says so, for as long as what covers it has no place beside it. */
export function useCovering(whole: RefObject<HTMLElement | null>, besideFromPx: number): void {
  useLayoutEffect(() => {
    const box = whole.current;
    if (!box) return;
    const look = () => change(box.clientWidth < besideFromPx);
    look();
    const observer = new ResizeObserver(look);
    observer.observe(box);
    return () => {
      observer.disconnect();
      change(false);
    };
  }, [whole, besideFromPx]);
}

function change(next: boolean): void {
  if (next === covered) return;
  covered = next;
  for (const watcher of [...watchers]) watcher();
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}
