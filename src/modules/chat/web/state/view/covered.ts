import { type RefObject, useLayoutEffect, useSyncExternalStore } from 'react';
import { createStore } from '../../../../../platform/web/state/createStore.ts';

const covered = createStore(false);

/** Whether the conversation on screen is covered by something else. */
export const useCovered = () => useSyncExternalStore(covered.watch, covered.get, notCovered);
const notCovered = () => false;

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
  if (next !== covered.get()) covered.set(next);
}
