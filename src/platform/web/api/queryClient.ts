import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  QueryClient,
  type QueryClientConfig,
  type QueryKey,
  queryOptions,
  type SetDataOptions,
} from '@tanstack/react-query';
import type { AnyEndpoint, ReplyOf, RequestOf } from '../../contract/endpoint.ts';
import { type CallArguments, call } from './call.ts';
import { type PlainRequest, segmentsOf } from './path.ts';

const minute = 60_000;

/** Data is fresh for 5 minutes and dropped 10 minutes after its last use; no automatic retries or polling. */
export function createQueryClient(): QueryClient {
  return new CurrentQueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5 * minute,
        gcTime: 10 * minute,
        retry: false,
        refetchOnWindowFocus: false,
        refetchInterval: false,
      },
      mutations: { retry: false },
    },
  });
}

/**
 * Refetches what was invalidated or written while a fetch was in flight: its response may be older than the change,
 * but TanStack Query treats it as current (https://github.com/TanStack/query/issues/11526).
 */
class CurrentQueryClient extends QueryClient {
  readonly #outdated = new WeakSet<Query>();

  constructor(config: QueryClientConfig) {
    super(config);
    this.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual)
        return;
      if (!this.#outdated.delete(event.query)) return;
      void this.invalidateQueries({ queryKey: event.query.queryKey, exact: true });
    });
  }

  override invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    for (const query of this.getQueryCache().findAll(filters)) {
      const isCanceled = query.state.data !== undefined && options?.cancelRefetch !== false;
      if (isCanceled) this.#outdated.delete(query);
      else this.#noteChange(query);
    }
    return super.invalidateQueries(filters, options);
  }

  override setQueryData = ((queryKey: QueryKey, ...change: [never, SetDataOptions?]) => {
    const query = this.getQueryCache().find({ queryKey });
    if (query) this.#noteChange(query);
    return super.setQueryData(queryKey, ...change);
  }) as QueryClient['setQueryData'];

  #noteChange(query: Query): void {
    if (query.state.fetchStatus !== 'idle') this.#outdated.add(query);
  }
}

/** The path's segments, then the query if there is one: `['api', 'users', { page: 2 }]`. */
export function queryKeyFor<E extends AnyEndpoint>(
  endpoint: E,
  request?: Partial<RequestOf<E>>,
): readonly unknown[] {
  const { params, query } = (request ?? {}) as PlainRequest;
  const entries = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  const segments = segmentsOf(endpoint.path, params);
  return entries.length > 0 ? [...segments, Object.fromEntries(entries)] : segments;
}

/** Query options for an endpoint: `useQuery(queryOptionsFor(listUsers, { query }))`. */
export function queryOptionsFor<E extends AnyEndpoint>(
  endpoint: E,
  ...[request]: Parameters<(...args: CallArguments<E>) => void>
) {
  return queryOptions<ReplyOf<E>>({
    queryKey: queryKeyFor(endpoint, request),
    queryFn: ({ signal }) => call(endpoint, ...([request, { signal }] as CallArguments<E>)),
  });
}
