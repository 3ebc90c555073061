import { type RefObject, useLayoutEffect, useRef } from 'react';

/** How close to the end still counts as reading the newest, in px. */
export const endThreshold = 80;
/** Browsers round what zooms. */
const touchingPx = 2;

type Scroller = RefObject<HTMLDivElement | null>;

/** Where a scroller stands, in px; `max` is as far down as it goes. */
interface Stand {
  offset: number;
  max: number;
}

/**
 * Whether the end is held from one look at the list to the next: from arriving there until one scrolls up.
 * Where one stands alone does not say it: cards that come in late lengthen the list by more than a
 * threshold. A list that shrinks takes its end along.
 */
export function holdsEnd(isHeld: boolean, before: Stand, now: Stand): boolean {
  if (now.max - now.offset <= touchingPx) return true;
  const hasLeft = before.offset - now.offset > Math.max(0, before.max - now.max) + touchingPx;
  return isHeld && !hasLeft;
}

export interface End {
  isHeld: () => boolean;
  /** Looks where one stands now. */
  look: () => void;
}

/**
 * Asks the page itself, not the virtualizer: that one is ahead of the page where it corrects its place for
 * rows that are measured, and what it is told late then looks as if somebody had scrolled up.
 */
export function useEnd(scroller: Scroller, isGoing: RefObject<boolean>): End {
  const known = useRef({ isHeld: true, stand: { offset: 0, max: 0 } });
  const end = useRef<End>({
    isHeld: () => known.current.isHeld,
    look() {
      if (!scroller.current) return;
      const { scrollTop: offset, scrollHeight, clientHeight } = scroller.current;
      const { isHeld, stand } = known.current;
      const now = { offset, max: scrollHeight - clientHeight };
      // On the way to a message nothing holds whoever is still at the end, or just passes it.
      known.current = { isHeld: !isGoing.current && holdsEnd(isHeld, stand, now), stand: now };
    },
  }).current;
  useLayoutEffect(() => {
    const box = scroller.current;
    // Before the virtualizer hears of it, which asks what is held.
    const options = { capture: true, passive: true };
    box?.addEventListener('scroll', end.look, options);
    return () => box?.removeEventListener('scroll', end.look, options);
  }, [scroller, end]);
  return end;
}

interface EndOptions {
  end: End;
  /** Whether the end that is held is that of the conversation. */
  isLast: boolean;
  size: number;
}

/** Stays at the end while what stands above it changes its height. */
export function useEndAnchor({ end, isLast, size }: EndOptions, scrollToEnd: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the list is another length
  useLayoutEffect(() => {
    end.look();
    if (!isLast || !end.isHeld()) return;
    scrollToEnd();
    end.look();
  }, [size]);
}
