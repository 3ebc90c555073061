import type { KeyboardEvent } from 'react';

/** What is closed before a toast, and keeps the focus while it is open. */
export const layerSelector = '[role="dialog"], [role="alertdialog"], [role="menu"]';

/** Whether the focus is in a layer, which Escape then closes. */
export const isInLayer = ({ target }: Event): boolean =>
  target instanceof Element && target.closest(layerSelector) !== null;

/**
 * Closes a layer at Escape. Radix itself does so only for the one that came last, and a toast may come after any; where
 * it has, the event is prevented.
 */
export function closeAtEscape(close: () => void) {
  return (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    close();
  };
}
