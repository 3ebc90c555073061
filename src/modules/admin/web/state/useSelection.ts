import { useState } from 'react';

export interface Selection {
  ids: ReadonlySet<number>;
  toggle: (id: number) => void;
  setAll: (ids: readonly number[]) => void;
  clear: () => void;
}

/** The selected rows on screen; another page or search clears the selection. */
export function useSelection(listKey: string): Selection {
  const [selection, setSelection] = useState({ listKey, ids: new Set<number>() });
  const ids = selection.listKey === listKey ? selection.ids : new Set<number>();
  const set = (next: Set<number>) => setSelection({ listKey, ids: next });
  return {
    ids,
    toggle: (id) => {
      const next = new Set(ids);
      if (!next.delete(id)) next.add(id);
      set(next);
    },
    setAll: (all) => set(new Set(all)),
    clear: () => set(new Set()),
  };
}
