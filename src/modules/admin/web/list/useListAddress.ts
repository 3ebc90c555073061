import { useEffect, useRef, useState } from 'react';
import { useAddress } from '../../../../platform/web/router/address.ts';

const searchAfterMs = 300;

/** Search and page from the URL; typed text is applied after a short pause. */
export function useListAddress() {
  const { query, setQuery } = useAddress();
  const search = query.get('search') ?? '';
  const page = Math.max(1, Math.floor(Number(query.get('page'))) || 1);
  const [typed, setTyped] = useState(search);
  const own = useRef(search);

  useEffect(() => {
    const next = typed.trim();
    if (next === own.current) return;
    const timer = setTimeout(() => {
      own.current = next;
      setQuery({ search: next, page: null });
    }, searchAfterMs);
    return () => clearTimeout(timer);
  }, [typed, setQuery]);

  // The user went back, or followed a link to another search.
  useEffect(() => {
    if (search === own.current) return;
    own.current = search;
    setTyped(search);
  }, [search]);

  const goTo = (next: number) => setQuery({ page: next > 1 ? next : null }, { push: true });
  return { search, page, typed, setTyped, goTo };
}
