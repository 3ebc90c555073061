import { useEffect, useSyncExternalStore } from 'react';
import { Loader, type LoadState } from '../../lazy/loader.ts';

/**
 * What floats (menus, popovers, tooltips, dialogs, toasts) stands on radix, whose positioning and focus machinery weighs more
 * than the rest of the first screen, and none of it is needed to paint. So each is a chunk of its own: a light part in the
 * first load draws the trigger, and the heavy part comes when the browser is idle, or at once when the trigger is approached.
 * The idle fetch is no nicety: the toast that says the network is gone must be here before it goes.
 */
export interface Layer<Part> {
  /** The loaded part, as far as it is here. */
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

/** The layer's part once it is here; fetches it as soon as it is wanted. */
export function useLayer<Part>(of: Layer<Part>, wanted: boolean): Part | undefined {
  useEffect(() => {
    if (wanted) of.load();
  }, [of, wanted]);
  const part = useSyncExternalStore(wanted ? of.watch : watchNothing, () => of.current);
  return wanted ? part : undefined;
}

const watchNothing = () => () => {};

function whenIdle(act: () => void): void {
  if (typeof window === 'undefined') return;
  const idle = () => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(act, { timeout: 5000 });
    else setTimeout(act, 2000);
  };
  // The page itself arrives in parts after `load`; on a slow line nothing may compete with those.
  const settle = () => setTimeout(idle, settleMs);
  if (document.readyState === 'complete') settle();
  else window.addEventListener('load', settle, { once: true });
}
