import { useSyncExternalStore } from 'react';
import { createStore } from '../../../../platform/web/state/createStore.ts';

/** One value stored in this browser, shared by every component that uses it. */
export function stored<T>(key: string, fallback: T) {
  const store = createStore(read());

  function read(): T {
    try {
      const text = localStorage.getItem(key);
      return text === null ? fallback : (JSON.parse(text) as T);
    } catch {
      // Storage is blocked, or was edited by hand: treat as empty.
      return fallback;
    }
  }

  function set(next: T): void {
    try {
      localStorage.setItem(key, JSON.stringify(next));
    } catch {
      // The value then lasts as long as the page.
    }
    store.set(next);
  }

  const use = () => [useSyncExternalStore(store.watch, store.get), set] as const;
  return { get: store.get, set, use };
}
