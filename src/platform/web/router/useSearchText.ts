import { useEffect, useRef, useState } from 'react';
import { useAddress } from './address.ts';

interface Options {
  pauseMs?: number | undefined;
  /** Another parameter that a new search removes, such as the page. */
  resets?: string | undefined;
}

/** The search text; written to the parameter of the address once typing pauses. */
export function useSearchText(name: string, { pauseMs = 250, resets }: Options = {}) {
  const { query, setQuery } = useAddress();
  const search = query.get(name) ?? '';
  const [typed, setTyped] = useState(search);
  const lastSearch = useRef(search);
  // Navigation, a saved view, or cleared filters. Before the effect below, which then has nothing to write.
  useEffect(() => {
    if (search === lastSearch.current) return;
    lastSearch.current = search;
    setTyped(search);
  }, [search]);
  useEffect(() => {
    const next = typed.trim();
    if (next === lastSearch.current) return;
    const timer = setTimeout(() => {
      lastSearch.current = next;
      setQuery({ [name]: next, ...(resets && { [resets]: null }) });
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [typed, name, setQuery, pauseMs, resets]);
  return { search, typed, setTyped };
}
