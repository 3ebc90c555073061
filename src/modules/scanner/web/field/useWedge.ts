import { type RefObject, useEffect, useRef } from 'react';
import { createWedge, keyOf } from './wedge.ts';

/** In a text field the scanner's keys belong to that field. */
function isTextField(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable=""], [contenteditable="true"]') !==
      null
  );
}

/**
 * Captures input from a keyboard-wedge scanner anywhere on the page, except in text fields, while the tool is
 * visible.
 */
export function useWedge(
  tool: RefObject<HTMLElement | null>,
  onScan: (text: string) => void,
): void {
  const latest = useRef(onScan);
  latest.current = onScan;
  useEffect(() => {
    const feed = createWedge();
    const onKeyDown = (event: KeyboardEvent) => {
      if (isTextField(event.target) || !tool.current?.checkVisibility()) return;
      const text = feed(keyOf(event));
      if (text === null) return;
      // Enter would press the focused button, and Tab would move the focus.
      event.preventDefault();
      event.stopPropagation();
      latest.current(text);
    };
    document.addEventListener('keydown', onKeyDown, true);
    return () => document.removeEventListener('keydown', onKeyDown, true);
  }, [tool]);
}
