import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { Row } from '../row/rows.ts';
import type { Edges } from './ListEnds.tsx';

/** Distance to the last loaded message at which more are loaded. */
const loadWithinPx = 800;

type Scroller = RefObject<HTMLDivElement | null>;

interface KeptEnd {
  atEnd: boolean;
  /** Navigating to another message. */
  isNavigating: RefObject<boolean>;
  scrollToEnd: () => void;
}

/** Stays at the end when the composer below grows. */
export function useKeptEnd(scroller: Scroller, { atEnd, isNavigating, scrollToEnd }: KeptEnd) {
  const latest = useRef(atEnd);
  latest.current = atEnd;
  useEffect(() => {
    if (!scroller.current) return;
    const observer = new ResizeObserver(() => {
      if (latest.current && !isNavigating.current) scrollToEnd();
    });
    observer.observe(scroller.current);
    return () => observer.disconnect();
  }, [scroller, isNavigating, scrollToEnd]);
}

/** Follows new messages when at the end; always scrolls to the user's own new message. */
export function useFollowing(
  rows: readonly Row[],
  atEnd: boolean,
  { scrollToEnd, goToEnd }: { scrollToEnd: () => void; goToEnd: () => void },
) {
  const last = rows.at(-1);
  const known = useRef(last?.key);
  const isSent = last?.pending && !last.pending.failure;
  useLayoutEffect(() => {
    if (last?.key === known.current) return;
    known.current = last?.key;
    if (isSent) goToEnd();
    else if (atEnd) scrollToEnd();
  }, [last?.key, isSent, atEnd, scrollToEnd, goToEnd]);
}

interface Paging {
  scroller: Scroller;
  offset: number;
  rows: readonly Row[];
  edges: Edges;
  onOlder: () => void;
  onNewer: () => void;
}

/** Loads earlier and later messages before the user reaches them. */
export function usePaging({ scroller, offset, rows, edges, onOlder, onNewer }: Paging): void {
  const box = scroller.current;
  const below = box ? box.scrollHeight - offset - box.clientHeight : Number.POSITIVE_INFINITY;
  const nearTop = offset < loadWithinPx && !edges.reachedStart && edges.older === 'idle';
  const nearEnd = below < loadWithinPx && !edges.reachedEnd && edges.newer === 'idle';
  const latest = useRef({ onOlder, onNewer });
  latest.current = { onOlder, onNewer };
  const first = rows[0]?.key;
  const last = rows.at(-1)?.key;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each page loads the next while the user stays near the edge
  useEffect(() => {
    // The list renders once before it scrolls to its end: ignore its top then.
    const isNearTop = (scroller.current?.scrollTop ?? 0) < loadWithinPx;
    if (nearTop && isNearTop) latest.current.onOlder();
  }, [scroller, nearTop, first]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page loads the next while the user stays near the edge
  useEffect(() => {
    if (nearEnd) latest.current.onNewer();
  }, [nearEnd, last]);
}
