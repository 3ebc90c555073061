import { useEffect, useRef } from 'react';
import { isBackgroundAddress } from '../../contract/links.ts';

export const autoSaveMs = 1_000;

/** The URL to auto-save; null if it is blank, invalid or unchanged. */
export function addressToSave(typed: string | undefined, stored: string): string | null {
  const address = typed?.trim();
  if (!address || address === stored || !isBackgroundAddress(address)) return null;
  return address;
}

/** Calls `save` once the URL has not changed for a second. */
export function useAutoSave(
  typed: string | undefined,
  stored: string,
  save: (typed: string) => void,
): void {
  const latest = useRef(save);
  latest.current = save;
  useEffect(() => {
    if (!typed || addressToSave(typed, stored) === null) return;
    const timer = setTimeout(() => latest.current(typed), autoSaveMs);
    return () => clearTimeout(timer);
  }, [typed, stored]);
}
