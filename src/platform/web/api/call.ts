import type { AnyEndpoint, ReplyOf, RequestOf } from '../../contract/endpoint.ts';
import { ApiError } from './ApiError.ts';
import { type PlainRequest, pathOf } from './path.ts';

interface CallOptions {
  signal?: AbortSignal | undefined;
}

/** The request may be left out where an endpoint demands none. */
export type CallArguments<E extends AnyEndpoint> =
  Record<never, never> extends RequestOf<E>
    ? [request?: RequestOf<E>, options?: CallOptions]
    : [request: RequestOf<E>, options?: CallOptions];

/** Calls an endpoint and answers its reply. Throws `ApiError` when refused, `TypeError` when unreachable. */
export async function call<E extends AnyEndpoint>(
  endpoint: E,
  ...[request, options]: CallArguments<E>
): Promise<ReplyOf<E>> {
  const { body, ...address } = (request ?? {}) as PlainRequest;
  const response = await fetch(pathOf(endpoint.path, address), {
    method: endpoint.method,
    credentials: 'include',
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(options?.signal && { signal: options.signal }),
  });
  const text = await response.text();
  if (!response.ok) throw new ApiError(response.status, response.statusText, text);
  return (text ? JSON.parse(text) : undefined) as ReplyOf<E>;
}
