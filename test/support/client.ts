import type { AnyEndpoint, ReplyOf, RequestOf } from '../../src/platform/contract/endpoint.ts';
import { openSocket, type TestSocket } from './socket.ts';

export interface ClientResponse<Body> {
  status: number;
  body: Body;
  headers: Headers;
}

interface RawOptions {
  body?: unknown;
  headers?: Record<string, string>;
}

/** An HTTP client that keeps its cookies, like a browser. */
export interface Client {
  cookie: string | undefined;
  /** The cookie that identifies this browser, even when no one is signed in. */
  device: string | undefined;
  call<E extends AnyEndpoint>(
    endpoint: E,
    request?: RequestOf<E>,
  ): Promise<ClientResponse<ReplyOf<E>>>;
  /** Sends text and bytes as they are, any other body as JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read any response
  raw(method: string, path: string, options?: RawOptions): Promise<ClientResponse<any>>;
  /** Opens a socket, sends `auth` and waits for `ready`, unless `auth` is false. */
  socket(options?: {
    path?: string;
    auth?: boolean;
    headers?: Record<string, string>;
  }): Promise<TestSocket>;
}

export function createClient(url: string): Client {
  return {
    cookie: undefined,
    device: undefined,
    async raw(method, path, { body, headers = {} } = {}) {
      const isRaw = body === undefined || typeof body === 'string' || body instanceof Uint8Array;
      const cookies = [this.cookie, this.device].filter(Boolean).join('; ');
      const response = await fetch(url + path, {
        method,
        redirect: 'manual',
        headers: {
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(cookies && { cookie: cookies }),
          ...headers,
        },
        ...(body !== undefined && { body: (isRaw ? body : JSON.stringify(body)) as string }),
      });
      for (const set of response.headers.getSetCookie()) {
        const pair = /Max-Age=0/.test(set) ? undefined : set.split(';')[0];
        if (/^[\w-]*-device=/.test(set)) this.device = pair;
        else this.cookie = pair;
      }
      const text = await response.text();
      return { status: response.status, body: parse(text), headers: response.headers };
    },
    call(endpoint, request) {
      const { params, query, body } = (request ?? {}) as Record<string, Record<string, unknown>>;
      const path = endpoint.path.replace(/:(\w+)/g, (_: string, name: string) =>
        encodeURIComponent(String(params?.[name])),
      );
      const search = new URLSearchParams(
        Object.entries(query ?? {}).map(([k, v]) => [k, String(v)]),
      );
      return this.raw(endpoint.method, search.size > 0 ? `${path}?${search}` : path, { body });
    },
    socket(options) {
      return openSocket(url, this.cookie, options);
    },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
