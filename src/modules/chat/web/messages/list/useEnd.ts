import type { Virtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef } from 'react';

type List = Virtualizer<HTMLDivElement, Element>;

/** How close to the end still counts as reading the newest, in px. */
export const endThreshold = 80;
/** Browsers round what zooms. */
const touchingPx = 2;

/**
 * Whether one stands at the end of the list: from arriving there until one scrolls up. Where one
 * stands alone does not say it: cards that come in late lengthen the list by more than the threshold.
 */
export function useEnd() {
  const known = useRef({ isHeld: true, offset: 0, size: 0 });
  /** Takes note of a change of the list; answers whether one reads its newest. */
  return useRef({
    watch(list: List): boolean {
      const { isHeld, ...before } = known.current;
      const [offset, size] = [list.scrollOffset ?? 0, list.getTotalSize()];
      // A list that shrinks takes its end along.
      const hasLeft = before.offset - offset > Math.max(0, before.size - size) + touchingPx;
      known.current = {
        isHeld: list.isAtEnd(touchingPx) || (isHeld && !hasLeft),
        offset,
        size,
      };
      return known.current.isHeld || list.isAtEnd(endThreshold);
    },
    isHeld: () => known.current.isHeld,
  }).current;
}

interface Held {
  isHeld: () => boolean;
  /** Whether the end that is held is that of the conversation. */
  isLast: boolean;
  size: number;
}

/** Stays at the end while what stands above it changes its height. */
export function useHeldEnd({ isHeld, isLast, size }: Held, scrollToEnd: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the list is another length
  useLayoutEffect(() => {
    if (isLast && isHeld()) scrollToEnd();
  }, [size]);
}
