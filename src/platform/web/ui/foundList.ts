import { type KeyboardEvent, useId, useState } from 'react';

/**
 * Keyboard handling for a listbox whose field keeps the focus: arrow keys move the active option, and the field
 * references it. `control` goes on the input, `listId` on the listbox, `optionAt` on each `FoundOption`.
 */
export function useFoundList<T extends { id: number }>(found: readonly T[]) {
  const [pointed, point] = useState(0);
  const listId = useId();
  const at = Math.min(pointed, Math.max(found.length - 1, 0));
  const current = found[at];
  const optionId = ({ id }: T) => `${listId}-${id}`;
  return {
    /** The option Enter would select. */
    current,
    /** The results have changed: the first one becomes active. */
    restart: () => point(0),
    /** Moves the active option for an arrow key; false for any other key. */
    step({ key }: KeyboardEvent): boolean {
      const step = { ArrowDown: 1, ArrowUp: -1 }[key];
      if (!step || !current) return false;
      point(Math.min(Math.max(at + step, 0), found.length - 1));
      return true;
    },
    control: {
      role: 'combobox',
      'aria-expanded': current !== undefined,
      'aria-controls': current && listId,
      'aria-autocomplete': 'list',
      'aria-activedescendant': current && optionId(current),
      autoComplete: 'off',
    } as const,
    listId,
    optionAt: (one: T, index: number) => ({
      id: optionId(one),
      current: index === at,
      onPoint: () => point(index),
    }),
  };
}
