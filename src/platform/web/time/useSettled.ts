import { useEffect, useState } from 'react';

const pauseMs = 150;

/** What was typed, once the person has paused, so that not every letter asks the server; an emptied field at once. */
export function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return typed === '' ? '' : settled;
}
