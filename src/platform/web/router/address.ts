import { useCallback } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useLocationProperty } from 'wouter/use-browser-location';

type Changes = Record<string, string | number | null>;

export interface Address {
  /** The part after the `?`. */
  query: URLSearchParams;
  /** The part after the `#`, without it. */
  hash: string;
  /** Changes some query parameters and keeps the rest; null and '' remove one. */
  setQuery: (changes: Changes, options?: { push?: boolean }) => void;
  setHash: (hash: string) => void;
  /** The address with some query parameters changed. */
  hrefWith: (changes: Changes) => string;
}

/** The address of the page beyond its path: what one would want to share of a list. */
export function useAddress(): Address {
  const [path, navigate] = useLocation();
  const search = useSearch();
  const hash = useLocationProperty(currentHash, noHash);
  const setQuery = useCallback(
    (changes: Changes, { push = false } = {}) => {
      const href = changedHref(path, window.location.search, changes);
      navigate(`${href}${window.location.hash}`, { replace: !push });
    },
    [path, navigate],
  );
  const setHash = useCallback(
    (next: string) => navigate(`${path}${window.location.search}#${next}`),
    [path, navigate],
  );
  const hrefWith = (changes: Changes) => changedHref(path, search, changes);
  return { query: new URLSearchParams(search), hash, setQuery, setHash, hrefWith };
}

/** Browsers do not send it. */
const noHash = () => '';
const currentHash = () => window.location.hash.slice(1);

function changedHref(path: string, search: string, changes: Changes): string {
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') query.delete(name);
    else query.set(name, String(value));
  }
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}
