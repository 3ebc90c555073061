import type { Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { Row } from '../row/rows.ts';

type List = Virtualizer<HTMLDivElement, Element>;

/** A message somebody was sent to; `at` tells one asking from the next. */
export interface Shown {
  messageId: string;
  at: number;
  /** Come back to, and no news: it does not stand out. */
  quiet?: boolean;
}

const highlightMs = 2_500;
/** Until then what comes in late, as pictures and cards, has its height. */
const settlingMs = 600;
/** By these somebody goes on reading elsewhere. */
const moves = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

interface ShownState {
  /** The message that stands out. */
  highlighted: string | null;
  /** Stops scrolling to it, when the reader sends a message or jumps to the latest. */
  leave: () => void;
}

/**
 * Scrolls to a message and lets it stand out for a moment. `isGoing` says meanwhile that one is on the way: the
 * list must not run back to its end.
 */
export function useShown(
  list: List,
  rows: readonly Row[],
  shown: Shown | null,
  isGoing: RefObject<boolean>,
): ShownState {
  const [highlighted, setHighlighted] = useState<string | null>(null);
  const index = shown ? rows.findIndex(({ message }) => message?.id === shown.messageId) : -1;
  // Older messages that come in on the way move it further down.
  const place = useRef(index);
  place.current = index;
  const isKept = useRef(false);
  const onLeave = useRef(() => {});
  const leave = useCallback(() => onLeave.current(), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: gone to once, and not again when rows come in above
  useLayoutEffect(() => {
    if (!shown || index < 0) return;
    isGoing.current = true;
    isKept.current = true;
    const letGo = () => {
      isKept.current = false;
    };
    const box = list.scrollElement;
    for (const type of moves) box?.addEventListener(type, letGo, { passive: true });
    const go = (align: 'center' | 'auto') => list.scrollToIndex(place.current, { align });
    // After the list has followed whatever changed it. The time to settle runs from that frame and ends in one: a busy
    // page draws its first frame later than that, and the list would run back to its end in it.
    let arrival: ReturnType<typeof setTimeout> | undefined;
    let frame = requestAnimationFrame(() => {
      go('center');
      arrival = setTimeout(() => {
        frame = requestAnimationFrame(() => {
          isGoing.current = false;
          go('auto');
        });
      }, settlingMs);
    });
    onLeave.current = () => {
      letGo();
      isGoing.current = false;
      cancelAnimationFrame(frame);
      clearTimeout(arrival);
    };
    if (!shown.quiet) setHighlighted(shown.messageId);
    const timer = setTimeout(() => {
      letGo();
      setHighlighted(null);
    }, highlightMs);
    return () => {
      leave();
      for (const type of moves) box?.removeEventListener(type, letGo);
      clearTimeout(timer);
    };
  }, [list, shown?.at, index < 0]);

  const known = useRef(index);
  useLayoutEffect(() => {
    const hasMoved = index >= 0 && known.current >= 0 && index !== known.current;
    known.current = index;
    if (!hasMoved) return;
    // The list goes on to the number it was sent to, which another message has as soon as older ones come in above.
    const frame = requestAnimationFrame(() => {
      if (isKept.current) list.scrollToIndex(index, { align: isGoing.current ? 'center' : 'auto' });
    });
    return () => cancelAnimationFrame(frame);
  }, [list, index, isGoing]);
  return { highlighted, leave };
}
