import { type RefObject, useLayoutEffect, useRef } from 'react';
import { hasMoved } from '../../view/chatView.ts';

/** A disabled box loses the focus: restore it when the connection is back. */
export function useKeptFocus(box: RefObject<HTMLTextAreaElement | null>, enabled: boolean): void {
  const wasWriting = useRef(false);
  useLayoutEffect(() => {
    // Keep the last value while disabled.
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

/** Focuses the box when the user opens a conversation, but not on page load. */
export function useFirstFocus(box: RefObject<HTMLTextAreaElement | null>): void {
  useLayoutEffect(() => {
    // On a phone the focus opens the keyboard, which hides the messages.
    if (hasMoved() && matchMedia('(pointer: fine)').matches)
      box.current?.focus({ preventScroll: true });
  }, [box]);
}
