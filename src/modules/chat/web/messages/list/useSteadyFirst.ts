import type { Virtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef } from 'react';

type List = Virtualizer<HTMLDivElement, Element>;

/**
 * When older messages are loaded above, the former first row loses its day separator and perhaps its
 * author. It shrinks at its top, so the scroll position is adjusted to keep the text in place.
 */
export function useSteadyFirst(list: List, firstKey: string | undefined): void {
  const known = useRef(firstKey);
  const formerFirst = useRef<string>(undefined);
  if (known.current !== firstKey) formerFirst.current = known.current;
  known.current = firstKey;

  useLayoutEffect(() => {
    list.shouldAdjustScrollPositionOnItemSizeChange = ({ key, start, end }) => {
      if (key === formerFirst.current) {
        formerFirst.current = undefined;
        return true;
      }
      // The virtualizer's default: only rows above the viewport may adjust the scroll position.
      const offset = list.scrollOffset ?? 0;
      if (!list.itemSizeCache.has(key)) return start < offset;
      return end <= offset && list.scrollDirection !== 'backward';
    };
  }, [list]);
}
