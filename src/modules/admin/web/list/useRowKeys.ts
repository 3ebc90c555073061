import { type FocusEvent, type KeyboardEvent, useState } from 'react';

interface Options {
  onEnter?: (id: number) => void;
  onSpace?: (id: number) => void;
}

/** Arrow keys move between rows, Enter opens a row, Space selects it. Rows have `data-user`. */
export function useRowKeys({ onEnter, onSpace }: Options) {
  const [currentId, setCurrentId] = useState<number>();

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const table = event.currentTarget;
    const target = event.target as HTMLElement;
    // Popovers are inside the list only in the component tree, not in the DOM.
    const row = table.contains(target) ? target.closest<HTMLElement>('[data-user]') : null;
    if (!row) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      const rows = [...table.querySelectorAll<HTMLElement>('[data-user]')];
      const next = rows[rows.indexOf(row) + step];
      event.preventDefault();
      next?.focus();
    }
    if (target !== row) return;
    if (event.key === 'Enter') onEnter?.(Number(row.dataset.user));
    if (event.key === ' ' && onSpace) {
      event.preventDefault();
      onSpace(Number(row.dataset.user));
    }
  };

  const onFocus = (event: FocusEvent<HTMLElement>) => {
    const row = (event.target as HTMLElement).closest<HTMLElement>('[data-user]');
    if (row) setCurrentId(Number(row.dataset.user));
  };

  return { currentId, handlers: { onKeyDown, onFocus } };
}
