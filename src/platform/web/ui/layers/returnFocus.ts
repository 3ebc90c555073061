import { useRef } from 'react';

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
      origin.current = element instanceof HTMLElement ? element : null;
    },
    onCloseAutoFocus(event: Event) {
      event.preventDefault();
      if (origin.current?.isConnected) origin.current.focus();
    },
  };
}
