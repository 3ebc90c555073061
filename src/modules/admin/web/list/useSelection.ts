import { useState } from 'react';

export interface Selection {
  ids: ReadonlySet<number>;
  toggle: (id: number) => void;
  setAll: (ids: readonly number[]) => void;
  clear: () => void;
}

/** The ticked rows among those on screen; another page or search starts afresh. */
export function useSelection(listKey: string): Selection {
  const [held, setHeld] = useState({ listKey, ids: new Set<number>() });
  const ids = held.listKey === listKey ? held.ids : new Set<number>();
  const set = (next: Set<number>) => setHeld({ listKey, ids: next });
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
