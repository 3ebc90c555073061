import { useEffect, useState } from 'react';
import { useAddress } from '../../../../platform/web/router/address.ts';

const pauseMs = 250;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The search, the tag and the open note, all kept in the URL. */
export function useFinding() {
  const { query, setQuery } = useAddress();
  const search = query.get('notes') ?? '';
  const [typed, setTyped] = useState(search);
  useEffect(() => {
    if (typed.trim() === search) return;
    const timer = setTimeout(() => setQuery({ notes: typed.trim() }), pauseMs);
    return () => clearTimeout(timer);
  }, [typed, search, setQuery]);
  const noteId = query.get('note') ?? '';
  return {
    ...{ typed, setTyped, search },
    tag: query.get('tag') ?? '',
    setTag: (tag: string) => setQuery({ tag }),
    openId: uuid.test(noteId) ? noteId : null,
    open: (id: string | null) => setQuery({ note: id }, { push: id !== null }),
  };
}
