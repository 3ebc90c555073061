import net from 'node:net';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { type Client, createClient } from '../../../../../test/support/client.ts';
import { endpoint } from '../../../contract/endpoint.ts';
import { idParam } from '../../../contract/fields.ts';
import { readConfig } from '../../config/config.ts';
import { conflict, rateLimited } from '../../errors.ts';
import { createLog } from '../../log/log.ts';
import type { Actor } from '../actor.ts';
import { createSessionCookie, type SessionCookie } from '../cookie.ts';
import { createHttp } from '../http.ts';
import { type Patience, usualPatience } from '../patience.ts';
import { createRoutes, type Routes } from '../routes.ts';

const base = { access: 'public', summary: 'For the test' } as const;

export const postEcho = endpoint({
  ...base,
  method: 'POST',
  path: '/api/echo',
  body: {
    text: z.string().check(z.maxLength(2_000_000)),
    list: z.optional(z.array(z.string())),
    anything: z.optional(z.unknown()),
  },
  reply: z.unknown(),
});
export const getThing = endpoint({
  ...base,
  method: 'GET',
  path: '/api/things/:id',
  params: { id: idParam },
  query: { search: z.optional(z.string()) },
  reply: z.object({ id: z.number(), search: z.optional(z.string()) }),
});
export const postNothing = endpoint({
  ...base,
  method: 'POST',
  path: '/api/nothing',
  reply: z.object({ message: z.string() }),
  status: 202,
});
export const putSecret = endpoint({
  ...base,
  method: 'PUT',
  path: '/api/secret',
  access: { admin: 'user_management' },
  reply: z.object({ who: z.string() }),
});
export const failHow = endpoint({
  ...base,
  method: 'GET',
  path: '/api/fail/:how',
  params: { how: z.string() },
  reply: z.object({ ok: z.boolean() }),
});

/** Ways in which an endpoint can fail. */
const failures: Record<string, () => unknown> = {
  crash: () => {
    throw new TypeError("Cannot read properties of undefined (reading 'secret')");
  },
  database: () => {
    throw Object.assign(new Error('connect ECONNREFUSED /run/secret'), { syscall: 'connect' });
  },
  conflict: () => {
    throw conflict('That name is taken.', { name: 'Taken' });
  },
  limited: () => {
    throw rateLimited(90);
  },
  reply: () => ({ ok: 'not a boolean' }),
};

export interface Site {
  app: FastifyInstance;
  routes: Routes;
  cookie: SessionCookie;
  url: string;
  client: Client;
  /** The raw response to these bytes, headers included. */
  bytes(text: string): Promise<string>;
}

interface Options {
  env?: Record<string, string>;
  /** The user of the session cookie `token`. */
  actor?: Actor;
  patience?: Patience;
  prepare?(app: FastifyInstance, cookie: SessionCookie, routes: Routes): Promise<void>;
}

/** A server with a few endpoints, on its own port. */
export async function openSite(options: Options = {}): Promise<Site> {
  const { env = {}, actor, prepare, patience = usualPatience } = options;
  const config = readConfig(env);
  const app = createHttp(config, createLog('silent'), patience);
  const cookie = createSessionCookie(config.publicUrl);
  const authenticate = async (token: string) => (token === 'token' && actor) || null;
  const routes = createRoutes({ app, authenticate, cookie, patience });
  routes.add(postEcho, async ({ body }) => body);
  routes.add(getThing, async ({ params, query }) => ({ ...params, ...query }));
  routes.add(postNothing, async () => ({ message: 'Done' }));
  routes.add(putSecret, async (context) => ({ who: context.actor.username }));
  routes.add(failHow, async ({ params }) => failures[params.how]?.() as { ok: boolean });
  await prepare?.(app, cookie, routes);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as net.AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return {
    app,
    routes,
    cookie,
    url,
    client: createClient(url),
    bytes: (text) => sendRaw(port, text),
  };
}

function sendRaw(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => socket.write(text));
    let response = '';
    socket.on('data', (data) => {
      response += data;
      // The length says where a response ends on a connection that stays open.
      const end = response.indexOf('\r\n\r\n') + 4;
      const length = Number(/content-length: (\d+)/i.exec(response)?.[1] ?? 0);
      if (end > 3 && response.length >= end + length) socket.destroy();
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(response));
  });
}
