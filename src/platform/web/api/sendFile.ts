import type { AnyEndpoint, ReplyOf, RequestOf } from '../../contract/endpoint.ts';
import { ApiError } from './ApiError.ts';
import { type PlainRequest, pathOf } from './path.ts';

interface Content {
  bytes: Blob;
  mediaType: string;
  /** Of the whole request, whose bytes may be a few more than those of the file. */
  onSent(bytes: number, total: number): void;
}

export interface FileOnItsWay<Reply> {
  /** Throws `ApiError` when refused, `TypeError` when unreachable or aborted. */
  done: Promise<Reply>;
  abort(): void;
}

/** Calls an endpoint whose body is a file. `fetch` tells nothing of how far one has come; the older way does. */
export function sendFile<E extends AnyEndpoint>(
  endpoint: E,
  address: RequestOf<E>,
  { bytes, mediaType, onSent }: Content,
): FileOnItsWay<ReplyOf<E>> {
  const request = new XMLHttpRequest();
  const done = new Promise<ReplyOf<E>>((resolve, reject) => {
    request.upload.onprogress = ({ loaded, total }) => onSent(loaded, total);
    request.onload = () => {
      const { status, statusText, responseText } = request;
      if (status < 300) resolve(JSON.parse(responseText));
      else reject(new ApiError(status, statusText, responseText));
    };
    request.onerror = () => reject(new TypeError('Unreachable'));
    request.onabort = () => reject(new TypeError('Aborted'));
  });
  request.open(endpoint.method, pathOf(endpoint.path, address as PlainRequest));
  request.setRequestHeader('accept', 'application/json');
  request.setRequestHeader('content-type', mediaType);
  request.send(bytes);
  return { done, abort: () => request.abort() };
}
