import { type RefObject, useEffect, useRef } from 'react';

/**
 * Keeps the keyboard in a place whose content gives way to another, as a form to its result: where the focus was inside,
 * it goes to the first control of what has come and does not fall to the page. `content` says which one is shown.
 */
export function useKeptFocus(place: RefObject<HTMLElement | null>, content: unknown): void {
  const shown = useRef(content);
  const hadFocus = useRef(false);
  // While the old content still stands: once it is gone, nobody knows what had the focus.
  if (shown.current !== content)
    hadFocus.current = place.current?.contains(document.activeElement) ?? false;
  useEffect(() => {
    if (shown.current === content) return;
    shown.current = content;
    if (!hadFocus.current || place.current?.contains(document.activeElement)) return;
    place.current?.querySelector<HTMLElement>('input, select, textarea, button')?.focus();
  }, [place, content]);
}
