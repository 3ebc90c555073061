import { useEffect, useRef, useState } from 'react';
import { useAddress } from '../../../../platform/web/router/address.ts';

const debounceMs = 250;

/** The search text; written to the URL once typing pauses. */
export function useTyped() {
  const { query, setQuery } = useAddress();
  const search = query.get('search') ?? '';
  const [typed, setTyped] = useState(search);
  const lastSearch = useRef(search);

  useEffect(() => {
    const next = typed.trim();
    if (next === lastSearch.current) return;
    const timer = setTimeout(() => {
      lastSearch.current = next;
      setQuery({ search: next });
    }, debounceMs);
    return () => clearTimeout(timer);
  }, [typed, setQuery]);

  // Navigation, or a saved view.
  useEffect(() => {
    if (search === lastSearch.current) return;
    lastSearch.current = search;
    setTyped(search);
  }, [search]);

  return { typed, setTyped };
}
