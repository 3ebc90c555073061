import { type FocusEvent, type RefObject, type UIEvent, useEffect, useRef } from 'react';

const fadedPixels = 48;
const className =
  'data-before:mask-l-from-[calc(100%-48px)] data-after:mask-r-from-[calc(100%-48px)]';

interface FadedEdges<Row extends HTMLElement> {
  row: RefObject<Row | null>;
  handlers: {
    onScroll: (event: UIEvent<Row>) => void;
    onFocus: (event: FocusEvent<Row>) => void;
  };
  className: string;
}

/**
 * Fades the edge of a row beyond which there is more of it. The row scrolls by itself (`overflow-x-auto`); what gets
 * the focus by the keyboard is scrolled clear of the fade.
 */
export function useFadedEdges<Row extends HTMLElement>(): FadedEdges<Row> {
  const row = useRef<Row>(null);
  // After every render: other children may have come, or counts in them.
  useEffect(() => {
    const element = row.current;
    if (!element) return;
    const sizes = new ResizeObserver(() => markHidden(element));
    for (const measured of [element, ...element.children]) sizes.observe(measured);
    return () => sizes.disconnect();
  });
  const handlers: FadedEdges<Row>['handlers'] = {
    onScroll: ({ currentTarget }) => markHidden(currentTarget),
    onFocus({ currentTarget, target }) {
      // Nothing may move beneath a pointer, which would then press what is beside it.
      if (target.matches(':focus-visible')) scrollClear(currentTarget, target);
    },
  };
  return { row, handlers, className };
}

function markHidden(row: HTMLElement): void {
  const beyond = row.scrollWidth - row.clientWidth - row.scrollLeft;
  row.toggleAttribute('data-before', row.scrollLeft > 1);
  row.toggleAttribute('data-after', beyond > 1);
}

/** `scroll-padding` is not enough: Chromium doesn’t scroll to what is visible by 32 pixels. */
function scrollClear(row: HTMLElement, focused: Element): void {
  const [outer, inner] = [row.getBoundingClientRect(), focused.getBoundingClientRect()];
  const before = outer.left + fadedPixels - inner.left;
  const after = inner.right - outer.right + fadedPixels;
  if (before > 0) row.scrollLeft -= before;
  else if (after > 0) row.scrollLeft += after;
}
