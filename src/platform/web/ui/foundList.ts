import { type KeyboardEvent, useId, useState } from 'react';

/**
 * A list of what was found, below a field that keeps the keyboard: arrow keys point in it, and the field names
 * the row they point at. `control` goes on the input, `listId` on the listbox, `optionAt` on each `FoundOption`.
 */
export function useFoundList<T extends { id: number }>(found: readonly T[]) {
  const [pointed, point] = useState(0);
  const listId = useId();
  const at = Math.min(pointed, Math.max(found.length - 1, 0));
  const current = found[at];
  const optionId = ({ id }: T) => `${listId}-${id}`;
  return {
    /** The one Enter would choose. */
    current,
    /** What is found now is other than before: the first of it is pointed at. */
    restart: () => point(0),
    /** Points at the row an arrow key leads to; false for any other key. */
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
    optionAt: (one: T, place: number) => ({
      id: optionId(one),
      current: place === at,
      onPoint: () => point(place),
    }),
  };
}
