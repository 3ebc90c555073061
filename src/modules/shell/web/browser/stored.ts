import { useSyncExternalStore } from 'react';
import { setCookie } from '../../../../platform/web/state/cookie.ts';
import { createStore } from '../../../../platform/web/state/createStore.ts';
import { drawnOnServer } from '../../../../platform/web/state/drawn.ts';

/**
 * One value stored in this browser, shared by every component that uses it. The server reads it from a cookie, so that
 * the layout it draws is that of this browser.
 */
export function stored<T extends boolean | number>(key: string, fallback: T) {
  const store = createStore(read());
  share(store.get());

  function read(): T {
    try {
      const text = localStorage.getItem(key);
      return text === null ? fallback : (JSON.parse(text) as T);
    } catch {
      // Storage is blocked, or was edited by hand: treat as empty.
      return fallback;
    }
  }

  function share(value: T): void {
    if (typeof document !== 'undefined') setCookie(key, value === fallback ? null : String(value));
  }

  function set(next: T): void {
    try {
      localStorage.setItem(key, JSON.stringify(next));
    } catch {
      // The value then lasts as long as the page.
    }
    share(next);
    store.set(next);
  }

  const drawn = (): T => {
    const choice = drawnOnServer().choices[key];
    return typeof choice === typeof fallback ? (choice as T) : fallback;
  };
  const use = () => [useSyncExternalStore(store.watch, store.get, drawn), set] as const;
  return { get: store.get, set, watch: store.watch, use };
}
