import { type RefObject, useLayoutEffect, useRef } from 'react';
import { hasMoved } from '../../view/chatView.ts';

/** A box that is disabled loses the focus; who was writing in it gets it back with the connection. */
export function useKeptFocus(box: RefObject<HTMLTextAreaElement | null>, enabled: boolean): void {
  const wasWriting = useRef(false);
  useLayoutEffect(() => {
    // Disabled: what was noted last stands until the box is back.
    if (!enabled) return;
    if (wasWriting.current && document.activeElement === document.body) box.current?.focus();
    const note = () => {
      wasWriting.current = document.activeElement === box.current;
    };
    document.addEventListener('focusin', note);
    document.addEventListener('focusout', note);
    return () => {
      document.removeEventListener('focusin', note);
      document.removeEventListener('focusout', note);
    };
  }, [box, enabled]);
}

/** Who went to a conversation wants to write there; a page that just loaded takes no focus. */
export function useFirstFocus(box: RefObject<HTMLTextAreaElement | null>): void {
  useLayoutEffect(() => {
    // On a phone the focus brings the keyboard, which hides what one came to read.
    if (hasMoved() && matchMedia('(pointer: fine)').matches)
      box.current?.focus({ preventScroll: true });
  }, [box]);
}
