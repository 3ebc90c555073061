import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface Asked {
  method: string;
  /** As it came over the line, without the query. */
  path: string;
  query: URLSearchParams;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
}

export interface Reply {
  status: number;
  headers?: Record<string, string | number>;
  body?: string | Buffer;
  /** Says how much comes, and ends in the middle. */
  cut?: boolean;
}

/** `silent`: it takes the call and never answers. `lost`: it does what it is asked and cuts the line. */
export type Trouble = 'silent' | 'lost' | Reply | undefined;

export interface Served {
  url: string;
  /** What was asked, oldest first: `PUT /bucket/name`. */
  asked: string[];
  /** Decides over each call before it is done. */
  trouble: (asked: Asked) => Trouble;
  stop(): Promise<void>;
}

/** A storage over the real protocol, in this process, that can be told to fail. */
export async function serve(answer: (asked: Asked) => Reply): Promise<Served> {
  const server = http.createServer(async (request, response) => {
    const [path = '', query = ''] = (request.url ?? '').split('?');
    const body = await buffer(request).catch(() => null);
    if (!body) return;
    const { method = '', headers } = request;
    const asked = { method, path, query: new URLSearchParams(query), headers, body };
    served.asked.push(`${method} ${request.url}`);
    const trouble = served.trouble(asked);
    if (trouble === 'silent') return;
    const reply = typeof trouble === 'object' ? trouble : answer(asked);
    if (trouble === 'lost') return void response.destroy();
    const { status, headers: told = {}, body: said = '' } = reply;
    const length = method === 'HEAD' ? {} : { 'content-length': Buffer.byteLength(said) };
    response.writeHead(status, { ...length, ...told });
    if (!reply.cut) return void response.end(said);
    response.write(said.slice(0, said.length / 2), () => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const served: Served = {
    url: `http://127.0.0.1:${port}`,
    asked: [],
    trouble: () => undefined,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return served;
}

/** The part a `Range` header asks for; null where there is none of it. */
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
