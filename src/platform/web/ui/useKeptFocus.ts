import { type RefObject, useEffect, useRef } from 'react';

/**
 * Keeps the focus in a region whose content is replaced, such as a form by its result: if the focus was inside, it
 * moves to the first control of the new content. `content` identifies what is shown.
 */
export function useKeptFocus(region: RefObject<HTMLElement | null>, content: unknown): void {
  const shown = useRef(content);
  const hadFocus = useRef(false);
  // Read while the old content is still mounted: afterwards it is unknown what had the focus.
  if (shown.current !== content)
    hadFocus.current = region.current?.contains(document.activeElement) ?? false;
  useEffect(() => {
    if (shown.current === content) return;
    shown.current = content;
    if (!hadFocus.current || region.current?.contains(document.activeElement)) return;
    region.current?.querySelector<HTMLElement>('input, select, textarea, button')?.focus();
  }, [region, content]);
}
