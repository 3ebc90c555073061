import type { AnyEndpoint, ReplyOf, RequestOf } from '../../contract/endpoint.ts';
import { ApiError } from './ApiError.ts';
import { readReply } from './call.ts';
import { type PlainRequest, pathOf } from './path.ts';
import { enterSession, isSessionOver, untilSignedIn } from './session.ts';

interface Content {
  bytes: Blob;
  mediaType: string;
  /** Of the whole request, which may be a few bytes larger than the file. */
  onSent(bytes: number, total: number): void;
}

export interface FileOnItsWay<Reply> {
  /** Throws `ApiError` when refused, `TypeError` when unreachable or aborted. */
  done: Promise<Reply>;
  abort(): void;
}

/**
 * Calls an endpoint whose body is a file. Uses XMLHttpRequest, because `fetch` reports no upload progress. Like
 * `call`, waits while the session has ended.
 */
export function sendFile<E extends AnyEndpoint>(
  endpoint: E,
  address: RequestOf<E>,
  content: Content,
): FileOnItsWay<ReplyOf<E>> {
  const path = pathOf(endpoint.path, address as PlainRequest);
  const stop = new AbortController();
  return {
    done: send(endpoint, path, content, stop.signal),
    abort: () => stop.abort(aborted()),
  };
}

const aborted = () => new TypeError('Aborted');

async function send<E extends AnyEndpoint>(
  endpoint: E,
  path: string,
  content: Content,
  signal: AbortSignal,
): Promise<ReplyOf<E>> {
  for (;;) {
    if (isSessionOver()) await untilSignedIn(signal);
    const { headers, isOver } = enterSession();
    const { status, statusText, responseText } = await transmit(
      endpoint.method,
      path,
      content,
      headers,
      signal,
    );
    if (isOver(status)) continue;
    if (status >= 300) throw new ApiError(status, statusText, responseText);
    return readReply(endpoint, responseText);
  }
}

function transmit(
  method: string,
  path: string,
  { bytes, mediaType, onSent }: Content,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<XMLHttpRequest> {
  const request = new XMLHttpRequest();
  return new Promise((resolve, reject) => {
    request.upload.onprogress = ({ loaded, total }) => onSent(loaded, total);
    request.onload = () => resolve(request);
    request.onerror = () => reject(new TypeError('Unreachable'));
    request.onabort = () => reject(aborted());
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.open(method, path);
    request.setRequestHeader('accept', 'application/json');
    request.setRequestHeader('content-type', mediaType);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.send(bytes);
  });
}
