import { useCallback, useState } from 'react';

const key = 'forecourt-utilities-open';

/** Whether the hub is open: as this browser was left, or because a tool in it is asked for. */
export function useHubOpen() {
  const [open, setOpen] = useState(wasOpen);
  const choose = useCallback((next: boolean) => {
    setOpen(next);
    try {
      localStorage.setItem(key, JSON.stringify(next));
    } catch {
      // The choice then lasts as long as the page.
    }
  }, []);
  const show = useCallback(() => setOpen(true), []);
  return [open, choose, show] as const;
}

function wasOpen(): boolean {
  try {
    return localStorage.getItem(key) !== 'false';
  } catch {
    // Storage is forbidden.
    return true;
  }
}
