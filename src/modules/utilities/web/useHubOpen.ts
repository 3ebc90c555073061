import { useCallback, useState } from 'react';

const key = 'forecourt-utilities-open';

/** Whether the hub is expanded: the last choice in this browser, or because the URL names a tool. */
export function useHubOpen() {
  const [open, setOpen] = useState(wasOpen);
  const setAndRemember = useCallback((next: boolean) => {
    setOpen(next);
    try {
      localStorage.setItem(key, JSON.stringify(next));
    } catch {
      // Storage is unavailable: the choice lasts until the page is closed.
    }
  }, []);
  const show = useCallback(() => setOpen(true), []);
  return [open, setAndRemember, show] as const;
}

function wasOpen(): boolean {
  try {
    return localStorage.getItem(key) !== 'false';
  } catch {
    // Storage is unavailable.
    return true;
  }
}
