import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../../platform/web/api/call.ts';
import { type LogEntry, listLogs } from '../../contract/logs.ts';

export interface LogFilters {
  level: LogEntry['level'];
  search: string;
}

const followMs = 2_000;
const shownAtMost = 500;

/** The latest lines, oldest first, with new ones added while following. */
export function useLogs(filters: LogFilters, follow: boolean) {
  const [lines, setLines] = useState<readonly LogEntry[]>([]);
  const seen = useRef({ instance: '', last: 0, key: '' });
  const key = JSON.stringify(filters);

  const query = useQuery({
    queryKey: ['api', 'system', 'logs', filters],
    queryFn: ({ signal }) => {
      const after = seen.current.key === key ? seen.current.last : 0;
      return call(listLogs, { query: { ...filters, after } }, { signal });
    },
    staleTime: 0,
    gcTime: 0,
    refetchInterval: follow ? followMs : false,
  });

  useEffect(() => {
    if (!query.data) return;
    const { instance, entries } = query.data;
    const isSame = seen.current.key === key && seen.current.instance === instance;
    const last = entries.at(-1)?.id ?? (isSame ? seen.current.last : 0);
    const fresh = isSame ? entries.filter(({ id }) => id > seen.current.last) : entries;
    seen.current = { instance, last, key };
    if (isSame && fresh.length === 0) return;
    setLines((shown) => (isSame ? [...shown, ...fresh] : [...fresh]).slice(-shownAtMost));
  }, [query.data, key]);

  const { isPending, error, refetch } = query;
  return { lines, isPending, error, refetch };
}
