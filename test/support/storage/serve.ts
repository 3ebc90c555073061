import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface StorageRequest {
  method: string;
  /** As received, without the query. */
  path: string;
  query: URLSearchParams;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
}

export interface Reply {
  status: number;
  headers?: Record<string, string | number>;
  body?: string | Buffer;
  /** Announces the full length and disconnects halfway. */
  cut?: boolean;
}

/** `silent`: never responds. `lost`: executes the request and disconnects without a response. */
export type Fault = 'silent' | 'lost' | Reply | undefined;

export interface StorageServer {
  url: string;
  /** The received requests, oldest first: `PUT /bucket/name`. */
  requests: string[];
  /** Called before each request is executed. */
  fault: (request: StorageRequest) => Fault;
  stop(): Promise<void>;
}

/** A fake storage that speaks real HTTP in this process, and can be made to fail. */
export async function serve(handle: (request: StorageRequest) => Reply): Promise<StorageServer> {
  const server = http.createServer(async (incoming, response) => {
    const [path = '', query = ''] = (incoming.url ?? '').split('?');
    const body = await buffer(incoming).catch(() => null);
    if (!body) return;
    const { method = '', headers } = incoming;
    const request = { method, path, query: new URLSearchParams(query), headers, body };
    storage.requests.push(`${method} ${incoming.url}`);
    const fault = storage.fault(request);
    if (fault === 'silent') return;
    const reply = typeof fault === 'object' ? fault : handle(request);
    if (fault === 'lost') return void response.destroy();
    const { status, headers: replyHeaders = {}, body: replyBody = '' } = reply;
    const length = method === 'HEAD' ? {} : { 'content-length': Buffer.byteLength(replyBody) };
    response.writeHead(status, { ...length, ...replyHeaders });
    if (!reply.cut) return void response.end(replyBody);
    response.write(replyBody.slice(0, replyBody.length / 2), () => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const storage: StorageServer = {
    url: `http://127.0.0.1:${port}`,
    requests: [],
    fault: () => undefined,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return storage;
}

/** The bytes that a `Range` header requests; 416 if there are none. */
export function partOf(bytes: Buffer, range: string | undefined): Reply {
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? [];
  if (from === undefined) return { status: 200, body: bytes };
  const start = Number(from);
  const end = Math.min(to ? Number(to) : Number.POSITIVE_INFINITY, bytes.length - 1);
  if (start >= bytes.length)
    return { status: 416, body: '<Error><Code>InvalidRange</Code></Error>' };
  return {
    status: 206,
    headers: { 'content-range': `bytes ${start}-${end}/${bytes.length}` },
    body: bytes.subarray(start, end + 1),
  };
}
