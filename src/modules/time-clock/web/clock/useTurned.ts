import { useEffect, useState } from 'react';

const lookMs = 600;

/**
 * True for a moment after the meaning changed. A press that was on its way was meant for the old
 * one: the second of a double click, or a finger while news from another device came in.
 */
export function useTurned(meaning: string): boolean {
  const [shown, setShown] = useState({ meaning, turned: false });
  if (shown.meaning !== meaning) setShown({ meaning, turned: true });
  useEffect(() => {
    if (!shown.turned) return;
    const timer = setTimeout(() => setShown({ ...shown, turned: false }), lookMs);
    return () => clearTimeout(timer);
  }, [shown]);
  return shown.turned;
}
