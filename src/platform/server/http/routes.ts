import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import * as z from 'zod/mini';
import type { AnswerOf, AnyEndpoint, ValidOf } from '../../contract/endpoint.ts';
import { type Actor, type Authenticate, assertPermitted } from './actor.ts';
import type { SessionCookie } from './cookie.ts';
import { invalid } from './errors.ts';
import { sendFile } from './files/download.ts';
import { type IncomingFile, receiveFile, routeForFiles } from './files/upload.ts';
import { type Patience, usualPatience } from './patience.ts';
import { sendPicture } from './pictures.ts';
import { parse } from './validation.ts';

/** What a handler gets beside the validated request. */
export interface Context<E extends AnyEndpoint> extends ValidOf<E> {
  actor: E['access'] extends 'public' ? Actor | null : Actor;
  /** Address of the caller; forwarded headers count only from trusted proxies. */
  ip: string;
  userAgent: string;
  /** What stands in `Authorization` after `Bearer`: programs have a key where people have a session. */
  bearer: string | undefined;
  /** The body, of endpoints that take a file. */
  file: E['bodyType'] extends 'file' ? IncomingFile : undefined;
  session: {
    /** The token the browser sent, valid or not. */
    token: string | undefined;
    start(token: string, maxAgeSeconds: number): void;
    end(): void;
  };
}

export type Handler<E extends AnyEndpoint> = (context: Context<E>) => Promise<AnswerOf<E>>;

export interface Routes {
  add<E extends AnyEndpoint>(endpoint: E, handler: Handler<E>): void;
  /** Every endpoint added so far. */
  list(): readonly AnyEndpoint[];
}

interface Options {
  app: FastifyInstance;
  authenticate: Authenticate;
  cookie: SessionCookie;
  patience?: Patience;
}

/** The one way to answer an HTTP call: nothing is served that is not declared, access included. */
export function createRoutes(options: Options): Routes {
  const { app, authenticate, cookie, patience = usualPatience } = options;
  const endpoints: AnyEndpoint[] = [];

  function receive({ bodyType, maxBytes = 0 }: AnyEndpoint, { raw }: FastifyRequest) {
    return bodyType === 'file' ? receiveFile(raw, maxBytes, patience.stallMs) : undefined;
  }

  async function handle<E extends AnyEndpoint>(
    endpoint: E,
    handler: Handler<E>,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<unknown> {
    const token = cookie.read(request.headers.cookie);
    const actor = token ? await authenticate(token) : null;
    assertPermitted(endpoint.access, actor);
    const answer = await handler({
      ...validate(endpoint, request),
      // A public endpoint is the only one that gets past the assertion without an actor.
      actor: actor as Context<E>['actor'],
      ip: request.ip,
      userAgent: request.headers['user-agent'] ?? '',
      bearer: /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1],
      file: receive(endpoint, request) as Context<E>['file'],
      session: {
        token,
        start: (fresh, maxAge) => void reply.header('set-cookie', cookie.write(fresh, maxAge)),
        end: () => void reply.header('set-cookie', cookie.clear()),
      },
    });
    const told = z.parse(endpoint.reply, answer);
    reply.status(endpoint.status);
    if (endpoint.replyType === 'file') return sendFile(request, reply, told);
    return endpoint.replyType === 'picture' ? sendPicture(request, reply, told) : told;
  }

  return {
    add(endpoint, handler) {
      if (!endpoint.access) throw new Error(`${endpoint.path} declares no access`);
      endpoints.push(endpoint);
      const route: RouteOptions = {
        method: endpoint.method,
        url: endpoint.path,
        handler: (request, reply) => handle(endpoint, handler, request, reply),
      };
      if (endpoint.bodyType === 'file') routeForFiles(app, route);
      else app.route(route);
    },
    list: () => endpoints,
  };
}

function validate<E extends AnyEndpoint>(endpoint: E, request: FastifyRequest): ValidOf<E> {
  const body = endpoint.body ? parse(endpoint.body, request.body ?? {}) : undefined;
  if (!endpoint.body && hasContent(request.body)) throw invalid('This call takes no body.');
  const refusal = body && endpoint.refine?.(body);
  if (refusal) throw invalid(refusal);
  return {
    params: endpoint.params && parse(endpoint.params, request.params),
    query: endpoint.query && parse(endpoint.query, request.query),
    body,
  } as ValidOf<E>;
}

// Browsers' libraries send `{}` where there is nothing to say.
function hasContent(body: unknown): boolean {
  if (body === undefined || body === null) return false;
  return typeof body !== 'object' || Object.keys(body).length > 0;
}
