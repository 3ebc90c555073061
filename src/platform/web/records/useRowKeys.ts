import { type KeyboardEvent, type SyntheticEvent, useState } from 'react';

/** For rows that take the focus themselves. */
export interface RowKeys<Row> {
  /** Names the row that has the focus. */
  nameOf: (row: Row) => string;
  onEnter?: (row: Row) => void;
  onSpace?: (row: Row) => void;
}

/** Arrow keys move between rows, Enter opens one, Space selects it; the Tab key stops at one. */
export function useRowKeys<Row extends { id: number | string }>(
  rows: readonly Row[],
  keys: RowKeys<Row> | undefined,
) {
  const [lastId, setLastId] = useState<Row['id']>();
  if (!keys) return undefined;
  const currentId = rows.some(({ id }) => id === lastId) ? lastId : rows[0]?.id;
  const rowOf = (element: HTMLElement | null) =>
    rows.find(({ id }) => String(id) === element?.dataset.row);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const element = elementOf(event);
    const row = rowOf(element);
    if (!row) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      const next = rows[rows.indexOf(row) + step];
      event.preventDefault();
      if (next) event.currentTarget.querySelector<HTMLElement>(`[data-row="${next.id}"]`)?.focus();
    }
    if (event.target !== element) return;
    if (event.key === 'Enter') keys.onEnter?.(row);
    if (event.key === ' ' && keys.onSpace) {
      event.preventDefault();
      keys.onSpace(row);
    }
  };

  return {
    handlers: {
      onKeyDown,
      onFocus: (event: SyntheticEvent<HTMLElement>) => {
        const row = rowOf(elementOf(event));
        if (row) setLastId(row.id);
      },
    },
    propsOf: (row: Row) => ({
      tabIndex: row.id === currentId ? 0 : -1,
      'data-row': row.id,
      'aria-label': keys.nameOf(row),
    }),
  };
}

/** Popovers are inside the table only in the component tree, not in the DOM. */
function elementOf({ currentTarget, target }: SyntheticEvent<HTMLElement>): HTMLElement | null {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return null;
  return target.closest<HTMLElement>('[data-row]');
}
