import { QueryClient, queryOptions } from '@tanstack/react-query';
import type { AnyEndpoint, ReplyOf, RequestOf } from '../../contract/endpoint.ts';
import { type CallArguments, call } from './call.ts';
import { type PlainRequest, segmentsOf } from './path.ts';

const minute = 60_000;

/** Data stay fresh 5 minutes and are dropped 10 minutes after their last use; nothing is retried or polled unasked. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
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

/** The path's segments, then the query if there is one: `['api', 'users', { page: 2 }]`. */
export function queryKeyFor<E extends AnyEndpoint>(
  endpoint: E,
  request?: Partial<RequestOf<E>>,
): readonly unknown[] {
  const { params, query } = (request ?? {}) as PlainRequest;
  const asked = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  const segments = segmentsOf(endpoint.path, params);
  return asked.length > 0 ? [...segments, Object.fromEntries(asked)] : segments;
}

/** How to load an endpoint into the query cache: `useQuery(queryOptionsFor(listUsers, { query }))`. */
export function queryOptionsFor<E extends AnyEndpoint>(
  endpoint: E,
  ...[request]: Parameters<(...given: CallArguments<E>) => void>
) {
  return queryOptions<ReplyOf<E>>({
    queryKey: queryKeyFor(endpoint, request),
    queryFn: ({ signal }) => call(endpoint, ...([request, { signal }] as CallArguments<E>)),
  });
}
