import { type RefObject, useEffect, useLayoutEffect } from 'react';

/** With CSS field-sizing the box grows without being measured on every key. */
const growsByStyle = () => CSS.supports('field-sizing', 'content');

/** Fits the box to its text, up to its max height; again when its width changes. */
export function useGrowing(box: RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text decides the height
  useLayoutEffect(() => {
    if (!growsByStyle()) fit(box.current);
  }, [box, text]);

  useEffect(() => {
    const { current } = box;
    if (!current || growsByStyle()) return;
    let width = current.clientWidth;
    const observer = new ResizeObserver(() => {
      if (current.clientWidth === width) return;
      width = current.clientWidth;
      fit(current);
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [box]);
}

function fit(box: HTMLTextAreaElement | null): void {
  if (!box) return;
  box.style.height = 'auto';
  box.style.height = `${box.scrollHeight}px`;
}
