import { type FocusEvent, type KeyboardEvent, useState } from 'react';

/** Arrow keys move between rows, Enter opens one. Rows carry `data-row`. */
export function useRowKeys(onEnter: (id: number) => void) {
  const [currentId, setCurrentId] = useState<number>();

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const table = event.currentTarget;
    const target = event.target as HTMLElement;
    const row = table.contains(target) ? target.closest<HTMLElement>('[data-row]') : null;
    if (!row) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      const rows = [...table.querySelectorAll<HTMLElement>('[data-row]')];
      event.preventDefault();
      rows[rows.indexOf(row) + step]?.focus();
    }
    if (target === row && event.key === 'Enter') onEnter(Number(row.dataset.row));
  };
  const onFocus = (event: FocusEvent<HTMLElement>) => {
    const row = (event.target as HTMLElement).closest<HTMLElement>('[data-row]');
    if (row) setCurrentId(Number(row.dataset.row));
  };
  return { currentId, handlers: { onKeyDown, onFocus } };
}
