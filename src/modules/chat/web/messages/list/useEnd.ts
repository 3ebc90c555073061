import { type RefObject, useLayoutEffect, useRef } from 'react';

/** How close to the end counts as reading the newest messages, in px. */
export const endThreshold = 80;
/** Tolerance for rounding at zoom levels. */
const touchingPx = 2;

type Scroller = RefObject<HTMLDivElement | null>;

/** A scroll position in px; `max` is the largest offset. */
interface ScrollPosition {
  offset: number;
  max: number;
}

/**
 * Whether the list stays anchored to its end between two measurements: from arriving there until the
 * user scrolls up. The position alone is not enough: cards that load late lengthen the list by more than
 * a threshold.
 */
export function staysAnchored(
  isAnchored: boolean,
  before: ScrollPosition,
  now: ScrollPosition,
): boolean {
  if (now.max - now.offset <= touchingPx) return true;
  const hasLeft = before.offset - now.offset > Math.max(0, before.max - now.max) + touchingPx;
  return isAnchored && !hasLeft;
}

export interface End {
  isAnchored: () => boolean;
  /** Measures the current position. */
  update: () => void;
}

/**
 * Reads the DOM, not the virtualizer, whose offset runs ahead of the page when it corrects for measured
 * rows; a late event then looks like scrolling up.
 */
export function useEnd(scroller: Scroller, isNavigating: RefObject<boolean>): End {
  const known = useRef({ isAnchored: true, position: { offset: 0, max: 0 } });
  const end = useRef<End>({
    isAnchored: () => known.current.isAnchored,
    update() {
      if (!scroller.current) return;
      const { scrollTop: offset, scrollHeight, clientHeight } = scroller.current;
      const { isAnchored, position } = known.current;
      const now = { offset, max: scrollHeight - clientHeight };
      // While navigating to a message, never anchor to the end.
      known.current = {
        isAnchored: !isNavigating.current && staysAnchored(isAnchored, position, now),
        position: now,
      };
    },
  }).current;
  useLayoutEffect(() => {
    const box = scroller.current;
    // In the capture phase, before the virtualizer's listener, which reads the result.
    const options = { capture: true, passive: true };
    box?.addEventListener('scroll', end.update, options);
    return () => box?.removeEventListener('scroll', end.update, options);
  }, [scroller, end]);
  return end;
}

interface EndOptions {
  end: End;
  /** Whether the end of the list is the end of the conversation. */
  isLast: boolean;
  size: number;
}

/** Stays at the end while rows above change their height. */
export function useEndAnchor({ end, isLast, size }: EndOptions, scrollToEnd: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the list's height changes
  useLayoutEffect(() => {
    end.update();
    if (!isLast || !end.isAnchored()) return;
    scrollToEnd();
    end.update();
  }, [size]);
}
