import { type RefObject, useEffect, useLayoutEffect } from 'react';

/** Where the browser lets a box grow with its text by style alone, nothing needs to be measured at each key. */
const growsByStyle = () => CSS.supports('field-sizing', 'content');

/** Makes the box as high as its text, up to what its style allows; anew when its width changes. */
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
