import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { permits } from '../../../../platform/contract/access.ts';
import {
  type FoundItem,
  loadSearches,
  type SearchSource,
} from '../../../../platform/web/search/sources.ts';
import { useCurrentUser } from '../../../access/web/public.ts';

export interface RecordFind {
  kind: 'record';
  id: string;
  source: SearchSource;
  item: FoundItem;
  /** It matches the text that was searched for before. */
  isStale: boolean;
}

/** Shorter queries match too many records. */
const searchedFrom = 3;

/** Results from the record sources this user may search. */
export function useRecordFinds(search: string): RecordFind[] {
  const user = useCurrentUser();
  const { data = [] } = useQuery({
    queryKey: ['search', 'sources'],
    queryFn: loadSearches,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const sources = data.filter(({ access }) => permits(access, user ?? null));
  const asks = search.length >= searchedFrom;
  const results = useQueries({
    queries: sources.map(({ name, find }) => ({
      queryKey: ['search', name, search],
      queryFn: ({ signal }: { signal: AbortSignal }) => find(search, signal),
      enabled: asks,
      placeholderData: keepPreviousData<FoundItem[]>,
    })),
  });
  if (!asks) return [];
  return sources.flatMap((source, at) =>
    (results[at]?.data ?? []).map((item) => ({
      kind: 'record' as const,
      id: `${source.name}-${item.id}`,
      source,
      item,
      isStale: results[at]?.isPlaceholderData ?? false,
    })),
  );
}
