import type { AnyEndpoint, ReplyOf, RequestOf } from '../../contract/endpoint.ts';
import { ApiError } from './ApiError.ts';
import { isConfirmed } from './confirmation.ts';
import { type PlainRequest, pathOf } from './path.ts';
import { fetchInSession } from './session.ts';

interface CallOptions {
  signal?: AbortSignal | undefined;
}

/** The request can be omitted if the endpoint requires none. */
export type CallArguments<E extends AnyEndpoint> =
  Record<never, never> extends RequestOf<E>
    ? [request?: RequestOf<E>, options?: CallOptions]
    : [request: RequestOf<E>, options?: CallOptions];

/**
 * Calls an endpoint and returns its reply. Throws `ApiError` when refused, `TypeError` when unreachable, including
 * when something else responded, such as a proxy or a captive portal, or only part of the response arrived. If the
 * session has ended, waits until the user signs in again, unless the endpoint is public.
 */
export async function call<E extends AnyEndpoint>(
  endpoint: E,
  ...[request, options]: CallArguments<E>
): Promise<ReplyOf<E>> {
  const { body, ...address } = (request ?? {}) as PlainRequest;
  const send = endpoint.access === 'public' ? fetch : fetchInSession;
  const response = await send(pathOf(endpoint.path, address), {
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
  if (!response.ok) {
    const refusal = new ApiError(response.status, response.statusText, text);
    if (await isConfirmed(refusal))
      return call(endpoint, ...([request, options] as CallArguments<E>));
    throw refusal;
  }
  return readReply(endpoint, text);
}

/**
 * The reply in a response text. Throws `TypeError` if it is not JSON, or not a list or object where the endpoint
 * declares one, unless the endpoint takes a list in place of its object; the contents are not validated.
 */
export function readReply<E extends AnyEndpoint>(endpoint: E, text: string): ReplyOf<E> {
  const { type } = endpoint.reply._zod.def;
  const reply = parse(text);
  const isList = Array.isArray(reply);
  if (isList && endpoint.replyOfList) return endpoint.replyOfList(reply);
  const isObject = typeof reply === 'object' && reply !== null && !isList;
  if ((type === 'array' && !isList) || (type === 'object' && !isObject))
    throw new TypeError(`${endpoint.path} returned an unexpected response`);
  return reply as ReplyOf<E>;
}

function parse(text: string): unknown {
  if (!text) return undefined;
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new TypeError('The reply is not JSON', { cause });
  }
}
