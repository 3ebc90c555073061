/** Everyone to call after a change; `watch` returns the function that stops the calls. */
export interface Watchers {
  watch: (watcher: () => void) => () => void;
  notify: () => void;
}

/** A value outside React: `useSyncExternalStore(store.watch, store.get)`. Setting the same value notifies, too. */
export interface Store<T> extends Watchers {
  get: () => T;
  set: (next: T) => void;
}

/** For state kept elsewhere. `start` runs when the first watcher comes, what it returned when the last one leaves. */
export function createWatchers(start?: (notify: () => void) => () => void): Watchers {
  const watchers = new Set<() => void>();
  let stop: (() => void) | undefined;
  const notify = () => {
    for (const watcher of [...watchers]) watcher(); // A copy: they may come and go meanwhile.
  };
  const watch = (watcher: () => void) => {
    watchers.add(watcher);
    if (watchers.size === 1) stop ??= start?.(notify);
    return () => {
      if (!watchers.delete(watcher) || watchers.size > 0) return;
      stop?.();
      stop = undefined;
    };
  };
  return { watch, notify };
}

export function createStore<T>(initial: T): Store<T> {
  const { watch, notify } = createWatchers();
  let value = initial;
  const set = (next: T) => {
    value = next;
    notify();
  };
  return { watch, notify, get: () => value, set };
}
