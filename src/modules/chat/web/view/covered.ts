import { type RefObject, useLayoutEffect, useSyncExternalStore } from 'react';

let covered = false;
const watchers = new Set<() => void>();

/** Whether the conversation on screen is covered by something else. */
export const useCovered = () => useSyncExternalStore(watch, () => covered);

/** Marks the conversation as covered while the panel is narrower than `besideFromPx`. */
export function useCovering(panel: RefObject<HTMLElement | null>, besideFromPx: number): void {
  useLayoutEffect(() => {
    const box = panel.current;
    if (!box) return;
    const update = () => change(box.clientWidth < besideFromPx);
    update();
    const observer = new ResizeObserver(update);
    observer.observe(box);
    return () => {
      observer.disconnect();
      change(false);
    };
  }, [panel, besideFromPx]);
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
