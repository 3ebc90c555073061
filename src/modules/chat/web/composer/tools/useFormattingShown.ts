import { useCallback, useState } from 'react';

const storageKey = 'forecourt-formatting-bar';

/** Whether the formatting bar is open; remembered in this browser. */
export function useFormattingShown(): [boolean, (shown: boolean) => void] {
  const [shown, setShown] = useState(read);
  const show = useCallback((next: boolean) => {
    setShown(next);
    try {
      localStorage.setItem(storageKey, String(next));
    } catch {
      // Storage is full or blocked: lasts until the page is left.
    }
  }, []);
  return [shown, show];
}

function read(): boolean {
  try {
    return localStorage.getItem(storageKey) === 'true';
  } catch {
    return false;
  }
}
