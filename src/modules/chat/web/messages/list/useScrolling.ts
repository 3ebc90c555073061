import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { Row } from '../row/rows.ts';
import type { Edges } from './ListEnds.tsx';

/** More messages are asked for so long before the last held one is reached. */
const askWithinPx = 800;

type Scroller = RefObject<HTMLDivElement | null>;

interface Kept {
  atEnd: boolean;
  /** On the way to another message. */
  isGoing: RefObject<boolean>;
  scrollToEnd: () => void;
}

/** A box that grows below takes room from the list; who read the newest goes on reading it. */
export function useKeptEnd(scroller: Scroller, { atEnd, isGoing, scrollToEnd }: Kept) {
  const latest = useRef(atEnd);
  latest.current = atEnd;
  useEffect(() => {
    if (!scroller.current) return;
    const observer = new ResizeObserver(() => {
      if (latest.current && !isGoing.current) scrollToEnd();
    });
    observer.observe(scroller.current);
    return () => observer.disconnect();
  }, [scroller, isGoing, scrollToEnd]);
}

/** Who reads the newest goes on reading it; who sends a message wants to see it, wherever they were. */
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

/** Asks for the messages before and after those held, in time. */
export function usePaging({ scroller, offset, rows, edges, onOlder, onNewer }: Paging): void {
  const box = scroller.current;
  const below = box ? box.scrollHeight - offset - box.clientHeight : Number.POSITIVE_INFINITY;
  const nearTop = offset < askWithinPx && !edges.reachedStart && edges.older === 'idle';
  const nearEnd = below < askWithinPx && !edges.reachedEnd && edges.newer === 'idle';
  const latest = useRef({ onOlder, onNewer });
  latest.current = { onOlder, onNewer };
  const first = rows[0]?.key;
  const last = rows.at(-1)?.key;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each page asks for the next while one stays near
  useEffect(() => {
    // The list is drawn once before it has come to its end; nobody reads its beginning then.
    const there = (scroller.current?.scrollTop ?? 0) < askWithinPx;
    if (nearTop && there) latest.current.onOlder();
  }, [scroller, nearTop, first]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page asks for the next while one stays near
  useEffect(() => {
    if (nearEnd) latest.current.onNewer();
  }, [nearEnd, last]);
}
