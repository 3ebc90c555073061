import { type RefObject, useRef } from 'react';

const opened = new Set<RefObject<HTMLElement | null>>();

/**
 * A dialog has no trigger of its own, so it remembers what had the focus when it opened. A menu item is gone by
 * then: its menu's trigger replaces it.
 */
export function useReturnFocus() {
  const origin = useRef<HTMLElement | null>(null);
  return {
    onOpenAutoFocus() {
      const active = document.activeElement;
      const menu = active?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
      const element = menu ? document.getElementById(menu) : active;
      // Nothing has it when a dialog replaces another, as a form its skeleton, whose focus is returned only afterwards.
      if (element === document.body) origin.current = [...opened].at(-1)?.current ?? null;
      else origin.current = element instanceof HTMLElement ? element : null;
      opened.add(origin);
    },
    onCloseAutoFocus(event: Event) {
      event.preventDefault();
      opened.delete(origin);
      if (origin.current?.isConnected) origin.current.focus();
    },
  };
}
