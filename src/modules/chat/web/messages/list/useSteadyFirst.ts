import type { Virtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef } from 'react';

type List = Virtualizer<HTMLDivElement, Element>;

/**
 * When older messages come in above, the row that was first loses its day and perhaps its author's
 * name. It shrinks at its top, so the list scrolls along; otherwise what one reads would jump up.
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
      // As the list does by itself: only what lies above the fold may move the scroll position.
      const offset = list.scrollOffset ?? 0;
      if (!list.itemSizeCache.has(key)) return start < offset;
      return end <= offset && list.scrollDirection !== 'backward';
    };
  }, [list]);
}
