import { type RefObject, useRef } from 'react';

type OutsideEvent = CustomEvent<{ originalEvent: Event }>;

/** Focus returns to the trigger when a panel closes, unless the pointer has already moved it elsewhere. */
export function useLeave(triggerRef: RefObject<HTMLElement | null>) {
  const leftByPointer = useRef(false);
  return {
    onInteractOutside(event: OutsideEvent) {
      // The trigger closes by its own click; closing here as well would open it again.
      if (triggerRef.current?.contains(event.target as Node)) event.preventDefault();
      else leftByPointer.current = event.detail.originalEvent.type === 'pointerdown';
    },
    onCloseAutoFocus(event: Event) {
      event.preventDefault();
      if (!leftByPointer.current) triggerRef.current?.focus();
      leftByPointer.current = false;
    },
  };
}
