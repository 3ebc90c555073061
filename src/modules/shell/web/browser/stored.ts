import { useSyncExternalStore } from 'react';

/** One value this browser remembers, shared by every component that uses it. */
export function stored<T>(key: string, fallback: T) {
  let value = read();
  const listeners = new Set<() => void>();

  function read(): T {
    try {
      const text = localStorage.getItem(key);
      return text === null ? fallback : (JSON.parse(text) as T);
    } catch {
      // Storage is forbidden, or was written by hand: as good as nothing.
      return fallback;
    }
  }

  function set(next: T): void {
    value = next;
    try {
      localStorage.setItem(key, JSON.stringify(next));
    } catch {
      // The choice then lasts as long as the page.
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
