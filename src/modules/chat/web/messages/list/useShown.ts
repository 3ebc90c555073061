import type { Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { Row } from '../row/rows.ts';

type List = Virtualizer<HTMLDivElement, Element>;

/** A message to navigate to; `at` distinguishes repeated requests. */
export interface Shown {
  messageId: string;
  at: number;
  /** Restores a position: not highlighted. */
  quiet?: boolean;
}

const highlightMs = 2_500;
/** Time for late content, such as images and cards, to get its height. */
const settlingMs = 600;
/** Events by which the user scrolls elsewhere. */
const moves = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

interface ShownState {
  /** The highlighted message. */
  highlighted: string | null;
  /** Stops scrolling to it, when the user sends a message or jumps to the latest. */
  leave: () => void;
}

/**
 * Scrolls to a message and highlights it for a moment. Meanwhile `isNavigating` keeps the list from
 * scrolling back to its end.
 */
export function useShown(
  list: List,
  rows: readonly Row[],
  shown: Shown | null,
  isNavigating: RefObject<boolean>,
): ShownState {
  const [highlighted, setHighlighted] = useState<string | null>(null);
  const index = shown ? rows.findIndex(({ message }) => message?.id === shown.messageId) : -1;
  // Older messages loaded in the meantime move it down.
  const place = useRef(index);
  place.current = index;
  const isKept = useRef(false);
  const onLeave = useRef(() => {});
  const leave = useCallback(() => onLeave.current(), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls once, not again when rows are loaded above
  useLayoutEffect(() => {
    if (!shown || index < 0) return;
    isNavigating.current = true;
    isKept.current = true;
    const release = () => {
      isKept.current = false;
    };
    const box = list.scrollElement;
    for (const type of moves) box?.addEventListener(type, release, { passive: true });
    const go = (align: 'center' | 'auto') => list.scrollToIndex(place.current, { align });
    // After the list has reacted to its changes. The settling time starts and ends in a frame: on a busy
    // page the first frame may be later than the timer, and the list would scroll back to its end.
    let arrival: ReturnType<typeof setTimeout> | undefined;
    let frame = requestAnimationFrame(() => {
      go('center');
      arrival = setTimeout(() => {
        frame = requestAnimationFrame(() => {
          isNavigating.current = false;
          go('auto');
        });
      }, settlingMs);
    });
    onLeave.current = () => {
      release();
      isNavigating.current = false;
      cancelAnimationFrame(frame);
      clearTimeout(arrival);
    };
    if (!shown.quiet) setHighlighted(shown.messageId);
    const timer = setTimeout(() => {
      release();
      setHighlighted(null);
    }, highlightMs);
    return () => {
      leave();
      for (const type of moves) box?.removeEventListener(type, release);
      clearTimeout(timer);
    };
  }, [list, shown?.at, index < 0]);

  const known = useRef(index);
  useLayoutEffect(() => {
    const hasMoved = index >= 0 && known.current >= 0 && index !== known.current;
    known.current = index;
    if (!hasMoved) return;
    // The virtualizer scrolls to an index, which belongs to another message once older ones are loaded above.
    const frame = requestAnimationFrame(() => {
      if (isKept.current)
        list.scrollToIndex(index, { align: isNavigating.current ? 'center' : 'auto' });
    });
    return () => cancelAnimationFrame(frame);
  }, [list, index, isNavigating]);
  return { highlighted, leave };
}
