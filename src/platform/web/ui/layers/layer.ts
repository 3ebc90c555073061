import { useEffect, useSyncExternalStore } from 'react';
import { Loader, type LoadState } from '../lazy/loader.ts';

/**
 * Floating layers (menus, popovers, tooltips, dialogs, toasts) use radix, whose positioning and focus code is
 * larger than the rest of the first screen, and none of it is needed for the first paint. So each layer is its own
 * chunk: a light part in the initial load draws the trigger, and the heavy part loads when the browser is idle, or
 * at once when the trigger is approached. The idle load is required: the toast that reports a lost network must be
 * loaded before that.
 */
export interface Layer<Part> {
  /** The loaded part, if available. */
  readonly current: Part | undefined;
  load(): void;
  watch(watcher: () => void): () => void;
  state(): LoadState<Part>;
}

const settleMs = 2_500;

export function layer<Part>(fetchPart: () => Promise<Part>): Layer<Part> {
  const { state, load, watch } = new Loader(fetchPart);
  whenIdle(load);
  return {
    get current() {
      const now = state();
      return now.status === 'ready' ? now.value : undefined;
    },
    load: () => void load(),
    watch,
    state,
  };
}

/** The layer's part once loaded; starts loading as soon as it is wanted. */
export function useLayer<Part>(of: Layer<Part>, wanted: boolean): Part | undefined {
  useEffect(() => {
    if (wanted) of.load();
  }, [of, wanted]);
  const current = () => of.current;
  const part = useSyncExternalStore(wanted ? of.watch : watchNothing, current, current);
  return wanted ? part : undefined;
}

const watchNothing = () => () => {};

function whenIdle(act: () => void): void {
  if (typeof window === 'undefined') return;
  const idle = () => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(act, { timeout: 5000 });
    else setTimeout(act, 2000);
  };
  // The page itself streams in after `load`; on a slow network nothing may compete with it.
  const settle = () => setTimeout(idle, settleMs);
  if (document.readyState === 'complete') settle();
  else window.addEventListener('load', settle, { once: true });
}
