import { randomUUID } from 'node:crypto';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ErrorBody, ErrorCode } from '../../contract/errors.ts';
import { headersOf } from './headers.ts';

const lingerMs = 1_000;

interface Refusal {
  status: number;
  code: ErrorCode;
  /** A message for the user. */
  message: string;
  retryAfterSeconds?: number | undefined;
}

function build({ message, code, retryAfterSeconds }: Refusal, https: boolean) {
  const requestId = randomUUID();
  const body: ErrorBody = { error: message, code, requestId };
  const text = JSON.stringify(body);
  const headers = {
    ...headersOf(requestId, https),
    ...(retryAfterSeconds && { 'retry-after': String(retryAfterSeconds) }),
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(text)),
    connection: 'close',
  };
  return { text, headers };
}

/**
 * Rejects what never became a request of the framework, with the headers and body of every other error, and closes.
 */
export function refuseOnSocket(socket: Duplex, refusal: Refusal, https: boolean): void {
  const { text, headers } = build(refusal, https);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const status = `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`;
  socket.end([status, ...lines, '', text].join('\r\n'));
  // Closed with unread bytes, a connection is reset and the response lost; left open, it would stay as long as the
  // client likes.
  socket.resume();
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

/** The same if Node.js has prepared a response. Does nothing once a response has started. */
export function refuseOnResponse(response: ServerResponse, refusal: Refusal, https: boolean): void {
  if (response.headersSent) return;
  const { text, headers } = build(refusal, https);
  response.writeHead(refusal.status, headers).end(text);
}

/** What the parser of Node.js rejected. */
export function refusalOf(error: { code?: string }): Refusal {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return {
        status: 431,
        code: 'too_large',
        message: 'The headers of this request are too large.',
      };
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return { status: 413, code: 'too_large', message: 'The request is too large.' };
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return tooSlow;
    default:
      return { status: 400, code: 'invalid', message: 'The request could not be understood.' };
  }
}

export const tooSlow: Refusal = {
  status: 408,
  code: 'invalid',
  message: 'The request took too long to arrive.',
};
