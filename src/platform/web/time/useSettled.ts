import { useEffect, useState } from 'react';

const pauseMs = 150;

/** The typed text, debounced so that not every letter causes a request; an emptied field applies at once. */
export function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return typed === '' ? '' : settled;
}
