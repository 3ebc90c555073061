import { useSyncExternalStore } from 'react';

/** One value stored in this browser, shared by every component that uses it. */
export function stored<T>(key: string, fallback: T) {
  let value = read();
  const listeners = new Set<() => void>();

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
    value = next;
    try {
      localStorage.setItem(key, JSON.stringify(next));
    } catch {
      // The value then lasts as long as the page.
    }
    for (const listener of listeners) listener();
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }

  const get = () => value;
  const use = () => [useSyncExternalStore(subscribe, get), set] as const;
  return { get, set, use };
}
