import { useEffect, useRef, useState } from 'react';
import { hasFocus } from '../../state/focus.ts';

/** Messages that arrive while the user looks count as read after this. */
const readWithinMs = 1_000;

/** How far the user has read, and the unread count. */
export interface Place {
  lastReadSeq: number;
  unread: number;
  /** Increases with every "mark unread". */
  version: number;
}

/**
 * The position of the "New messages" separator: where the user had stopped reading when the conversation
 * was opened. It stays until something is marked as unread or arrives while the user is away.
 */
export function useLine(current: Place | undefined): Place | undefined {
  const [opened, setOpened] = useState(current);
  if (current && current.version !== opened?.version) setOpened(current);
  const { unread = 0, lastReadSeq = 0 } = current ?? {};
  const isNew =
    unread > 0 && opened !== undefined && (opened.unread === 0 || lastReadSeq > opened.lastReadSeq);
  const latest = useRef(current);
  latest.current = current;
  useEffect(() => {
    if (!isNew) return;
    const move = () => setOpened(latest.current);
    const timer = setTimeout(move, hasFocus() ? readWithinMs : 0);
    return () => clearTimeout(timer);
  }, [isNew]);
  if (!opened || opened.unread === 0) return undefined;
  return lastReadSeq === opened.lastReadSeq ? { ...opened, unread } : opened;
}
