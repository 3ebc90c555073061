import { useSyncExternalStore } from 'react';
import { createStore } from '../../../../../platform/web/state/createStore.ts';

const count = createStore(0);

/** Whether the chat panel is on screen; the sidebar highlights its entry only then. */
export const usePanelShown = (): boolean =>
  useSyncExternalStore(count.watch, () => count.get() > 0);

/** The panel was mounted; returns the cleanup function. */
export function showPanel(): () => void {
  count.set(count.get() + 1);
  return () => count.set(count.get() - 1);
}
