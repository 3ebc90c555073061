import { useEffect, useState } from 'react';

const guardMs = 600;

/**
 * True briefly after a button's action changed. A press in flight was meant for the old action: the second
 * click of a double click, or a tap while an update from another device arrived.
 */
export function useTurned(action: string): boolean {
  const [shown, setShown] = useState({ action, justChanged: false });
  if (shown.action !== action) setShown({ action, justChanged: true });
  useEffect(() => {
    if (!shown.justChanged) return;
    const timer = setTimeout(() => setShown({ ...shown, justChanged: false }), guardMs);
    return () => clearTimeout(timer);
  }, [shown]);
  return shown.justChanged;
}
