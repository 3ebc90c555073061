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
  /** Undefined while loading, and where it is not counted. */
  count: RowCount | undefined;
  /** The rows belong to the previous filters. */
  isStale: boolean;
  /** Why the last attempt failed; null if it did not. */
  error: Error | null;
  retry: () => void;
  /** The rows after these; undefined if there are none, and where pages are numbered. */
  more: { isLoading: boolean; error?: Error | null; load: () => void } | undefined;
}

interface PagesSource<List extends AnyEndpoint> {
  list: List;
  /** Filters and order. */
  query: Partial<QueryOf<List>>;
  /** The query that continues after this row, the last of as many as are loaded. */
  cursorOf: (last: RowOf<List>, loadedCount: number) => Partial<QueryOf<List>>;
}

/** The rows that match the query, page by page, where the server does not count them. */
export function useRecordPages<List extends AnyEndpoint>({
  list: endpoint,
  query,
  cursorOf,
}: PagesSource<List>): RecordPages<RowOf<List>> {
  const pageQuery = { ...query, limit: pageSize };
  const list = useInfiniteQuery({
    queryKey: [...queryKeyFor(endpoint, { query: pageQuery } as RequestOf<List>), 'pages'],
    queryFn: async ({ pageParam, signal }) => {
      const request = { query: { ...pageQuery, ...pageParam } };
      const rows = await call(
        endpoint,
        ...([request, { signal }] as unknown as CallArguments<List>),
      );
      return rows as RowOf<List>[];
    },
    initialPageParam: {} as object,
    getNextPageParam: (page, pages) => {
      const last = page.at(-1);
      if (page.length < pageSize || last === undefined) return undefined;
      return cursorOf(last, pages.length * pageSize) as object;
    },
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
  return {
    rows: list.data?.pages.flat(),
    count: undefined,
    isStale: list.isPlaceholderData,
    error: list.error,
    retry: () => void list.refetch(),
    more: list.hasNextPage
      ? {
          isLoading: list.isFetchingNextPage,
          error: list.isFetchNextPageError ? list.error : null,
          load: () => void list.fetchNextPage(),
        }
      : undefined,
  };
}

interface ListSource<List extends AnyEndpoint, Count extends AnyEndpoint>
  extends Pick<PagesSource<List>, 'list' | 'cursorOf'> {
  count: Count;
  filters: QueryOf<Count>;
  /** What the list takes besides the filters, such as its order. */
  order?: Partial<QueryOf<List>>;
}

/** The records that match the filters, page by page, and their number. */
export function useRecordList<List extends AnyEndpoint, Count extends AnyEndpoint>(
  source: ListSource<List, Count>,
): RecordPages<RowOf<List>> {
  const { list, cursorOf, filters } = source;
  const query = { ...filters, ...source.order } as Partial<QueryOf<List>>;
  const pages = useRecordPages({ list, query, cursorOf });
  const { data: count } = useQuery({
    ...queryOptionsFor(source.count, ...([{ query: filters }] as unknown as CountArguments<Count>)),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
  return { ...pages, count: count as RowCount | undefined };
}

type CountArguments<E extends AnyEndpoint> = Parameters<(...args: CallArguments<E>) => void>;

/** Refetches all queries of these records, such as `deals`. */
export const refreshRecords = (client: QueryClient, queries: string): Promise<void> =>
  client.invalidateQueries({ queryKey: ['api', queries] });
