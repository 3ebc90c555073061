import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { closeThread } from '../../../chat/web/public.ts';

/**
 * The first Escape closes a thread, the next one the chat. Answers what to do with keys pressed inside; a field that
 * Escape itself has left gives the focus to nothing, and the next Escape is meant for the chat all the same.
 */
export function useLeaving(inside: RefObject<HTMLElement | null>, onClose: () => void) {
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    let wasInside = false;
    const onFocus = ({ target }: FocusEvent) => {
      wasInside = target instanceof Node && inside.current?.contains(target) === true;
    };
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.target !== document.body)
        return;
      if (wasInside && !closeThread()) close.current();
    };
    document.addEventListener('focusin', onFocus);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('keydown', onKey);
    };
  }, [inside]);

  return (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented && closeThread()) event.preventDefault();
  };
}
