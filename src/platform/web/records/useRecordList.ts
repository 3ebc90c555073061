import {
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import type { AnyEndpoint, ReplyOf, RequestOf } from '../../contract/endpoint.ts';
import { type CallArguments, call } from '../api/call.ts';
import { queryKeyFor, queryOptionsFor } from '../api/queryClient.ts';

const pageSize = 50;

type QueryOf<E extends AnyEndpoint> =
  RequestOf<E> extends { query?: infer Query } ? NonNullable<Query> : never;
type RowOf<E extends AnyEndpoint> = ReplyOf<E> extends readonly (infer Row)[] ? Row : never;

export interface RowCount {
  count: number;
  /** The server stopped counting. */
  isMore: boolean;
}

/** The rows of a list as far as they were asked for. */
export interface RecordPages<Row> {
  /** Undefined until the first page is here. */
  rows: readonly Row[] | undefined;
  /** Undefined while loading. */
  count: RowCount | undefined;
  /** The rows belong to the previous filters. */
  isStale: boolean;
  /** Why the last attempt failed; null if it did not. */
  error: Error | null;
  retry: () => void;
  hasMore: boolean;
  isLoadingMore: boolean;
  loadMore: () => void;
}

interface Source<List extends AnyEndpoint, Count extends AnyEndpoint> {
  list: List;
  count: Count;
  filters: QueryOf<Count>;
  /** What the list takes besides the filters, such as its order. */
  order?: Partial<QueryOf<List>>;
  /** The query that continues after this row. */
  cursorOf: (last: RowOf<List>) => Partial<QueryOf<List>>;
}

/** The records that match the filters, page by page, and their number. */
export function useRecordList<List extends AnyEndpoint, Count extends AnyEndpoint>(
  source: Source<List, Count>,
): RecordPages<RowOf<List>> {
  const { cursorOf, filters } = source;
  const pageQuery = { ...filters, ...source.order, limit: pageSize };
  const list = useInfiniteQuery({
    queryKey: [...queryKeyFor(source.list, { query: pageQuery } as RequestOf<List>), 'pages'],
    queryFn: async ({ pageParam, signal }) => {
      const request = { query: { ...pageQuery, ...pageParam } };
      const rows = await call(
        source.list,
        ...([request, { signal }] as unknown as CallArguments<List>),
      );
      return rows as RowOf<List>[];
    },
    initialPageParam: {} as object,
    getNextPageParam: (page) => {
      const last = page.at(-1);
      if (page.length < pageSize || last === undefined) return undefined;
      return cursorOf(last) as object;
    },
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
  const { data: count } = useQuery({
    ...queryOptionsFor(source.count, ...([{ query: filters }] as unknown as CountArguments<Count>)),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
  return {
    rows: list.data?.pages.flat(),
    count: count as RowCount | undefined,
    isStale: list.isPlaceholderData,
    error: list.error,
    retry: () => void list.refetch(),
    hasMore: list.hasNextPage,
    isLoadingMore: list.isFetchingNextPage,
    loadMore: () => void list.fetchNextPage(),
  };
}

type CountArguments<E extends AnyEndpoint> = Parameters<(...args: CallArguments<E>) => void>;

/** Refetches all queries of these records, such as `deals`. */
export const refreshRecords = (client: QueryClient, queries: string): Promise<void> =>
  client.invalidateQueries({ queryKey: ['api', queries] });
