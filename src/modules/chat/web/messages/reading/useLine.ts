import { useEffect, useRef, useState } from 'react';
import { hasFocus } from '../../telling/focus.ts';

/** Whoever looks has read what comes before that. */
const readWithinMs = 1_000;

/** How far I have read, and what came after. */
export interface Place {
  lastReadSeq: number;
  unread: number;
  /** Grows with every "mark unread". */
  version: number;
}

/**
 * Where the line of what is new stands: where one had stopped reading when the place was opened. It stays although
 * reading goes on, until something is marked as unread, or comes while nobody looks.
 */
export function useLine(own: Place | undefined): Place | undefined {
  const [opened, setOpened] = useState(own);
  if (own && own.version !== opened?.version) setOpened(own);
  const { unread = 0, lastReadSeq = 0 } = own ?? {};
  const isNew =
    unread > 0 && opened !== undefined && (opened.unread === 0 || lastReadSeq > opened.lastReadSeq);
  const latest = useRef(own);
  latest.current = own;
  useEffect(() => {
    if (!isNew) return;
    const draw = () => setOpened(latest.current);
    const timer = setTimeout(draw, hasFocus() ? readWithinMs : 0);
    return () => clearTimeout(timer);
  }, [isNew]);
  if (!opened || opened.unread === 0) return undefined;
  return lastReadSeq === opened.lastReadSeq ? { ...opened, unread } : opened;
}
