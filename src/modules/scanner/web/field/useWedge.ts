import { type RefObject, useEffect, useRef } from 'react';
import { createWedge, keyOf } from './wedge.ts';

/** Where somebody writes, a scanner writes too: that is their text, and none of ours. */
function isWrittenIn(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable=""], [contenteditable="true"]') !==
      null
  );
}

/**
 * Takes what a hand scanner types while nothing is being written in, wherever on the page one is; as long
 * as the tool is shown at all.
 */
export function useWedge(
  tool: RefObject<HTMLElement | null>,
  onScan: (text: string) => void,
): void {
  const latest = useRef(onScan);
  latest.current = onScan;
  useEffect(() => {
    const feed = createWedge();
    const listen = (event: KeyboardEvent) => {
      if (isWrittenIn(event.target) || !tool.current?.checkVisibility()) return;
      const text = feed(keyOf(event));
      if (text === null) return;
      // Enter would press the button that has the focus, and Tab move it on.
      event.preventDefault();
      event.stopPropagation();
      latest.current(text);
    };
    document.addEventListener('keydown', listen, true);
    return () => document.removeEventListener('keydown', listen, true);
  }, [tool]);
}
