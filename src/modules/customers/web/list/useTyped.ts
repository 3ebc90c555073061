import { useEffect, useRef, useState } from 'react';
import { useAddress } from '../../../../platform/web/router/address.ts';

const searchAfterMs = 250;

/** What is typed into the search; it gets into the address once it stands still. */
export function useTyped() {
  const { query, setQuery } = useAddress();
  const search = query.get('search') ?? '';
  const [typed, setTyped] = useState(search);
  const own = useRef(search);

  useEffect(() => {
    const wanted = typed.trim();
    if (wanted === own.current) return;
    const timer = setTimeout(() => {
      own.current = wanted;
      setQuery({ search: wanted });
    }, searchAfterMs);
    return () => clearTimeout(timer);
  }, [typed, setQuery]);

  // Somebody went back, or chose a saved view.
  useEffect(() => {
    if (search === own.current) return;
    own.current = search;
    setTyped(search);
  }, [search]);

  return { typed, setTyped };
}
