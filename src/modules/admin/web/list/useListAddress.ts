import { useEffect, useRef, useState } from 'react';
import { useAddress } from '../../../../platform/web/router/address.ts';

const searchAfterMs = 300;

/** Search and page as the address holds them; what is typed gets there once it stands still. */
export function useListAddress() {
  const { query, setQuery } = useAddress();
  const search = query.get('search') ?? '';
  const page = Math.max(1, Math.floor(Number(query.get('page'))) || 1);
  const [typed, setTyped] = useState(search);
  const own = useRef(search);

  useEffect(() => {
    const wanted = typed.trim();
    if (wanted === own.current) return;
    const timer = setTimeout(() => {
      own.current = wanted;
      setQuery({ search: wanted, page: null });
    }, searchAfterMs);
    return () => clearTimeout(timer);
  }, [typed, setQuery]);

  // Somebody went back, or followed a link to another search.
  useEffect(() => {
    if (search === own.current) return;
    own.current = search;
    setTyped(search);
  }, [search]);

  const goTo = (next: number) => setQuery({ page: next > 1 ? next : null }, { push: true });
  return { search, page, typed, setTyped, goTo };
}
