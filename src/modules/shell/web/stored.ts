import { useSyncExternalStore } from 'react';

/** One value this browser remembers, shared by every component that uses it. */
export function stored<T>(key: string, fallback: T) {
  let value = read();
  const listeners = new Set<() => void>();

  function read(): T {
    const text = localStorage.getItem(key);
    if (text === null) return fallback;
    try {
      return JSON.parse(text) as T;
    } catch {
      // Written by hand or by an older version: as good as nothing.
      return fallback;
    }
  }

  function set(next: T): void {
    value = next;
    localStorage.setItem(key, JSON.stringify(next));
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
