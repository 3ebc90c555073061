import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import * as z from 'zod/mini';
import {
  type AnswerOf,
  type AnyEndpoint,
  changesAsAdministrator,
  personHeader,
  type ReadKind,
  type ValidOf,
} from '../../contract/endpoint.ts';
import { AppError, invalid, passwordConfirmationRequired } from '../errors.ts';
import { type Actor, type Authenticate, assertPermitted } from './actor.ts';
import type { PlacedCookie, SessionCookie } from './cookie.ts';
import { sendFile } from './files/download.ts';
import { type IncomingFile, receiveFile, routeForFiles } from './files/upload.ts';
import { isLocal } from './local.ts';
import { type Patience, usualPatience } from './patience.ts';
import { sendPicture } from './pictures.ts';
import { idsIn, type ReadMeter } from './reads.ts';
import { jsonOf } from './returnedAgain.ts';
import { parse } from './validation.ts';

/** What a handler gets besides the validated request. */
export interface Context<E extends AnyEndpoint> extends ValidOf<E> {
  actor: E['access'] extends 'public' ? Actor | null : Actor;
  /** Address of the caller; forwarded headers only count from trusted proxies. */
  ip: string;
  /** Whether the request comes from a program on this machine, not through a proxy. */
  fromHere: boolean;
  userAgent: string;
  /** The bearer token: programs have a key where users have a session. */
  bearer: string | undefined;
  /** The body, for endpoints that accept a file. */
  file: E['bodyType'] extends 'file' ? IncomingFile : undefined;
  /**
   * Counts this call as a list of such rows, if the endpoint's `reads` is `varies`. Before reading them: throws
   * `rate_limited`.
   */
  countAs(kind: ReadKind): void;
  /** Reports how many rows are exported, if the endpoint declares `reads`. */
  noteExported(rows: number): void;
  session: {
    /** The token the browser sent, valid or not. */
    token: string | undefined;
    start(token: string): void;
    end(): void;
    /** The token of the browser itself, valid or not. */
    device: string | undefined;
    rememberDevice(token: string): void;
  };
  /** Cookies of the module's own endpoints. */
  cookies: {
    /** The token the browser sent, valid or not. */
    read(placed: PlacedCookie): string | undefined;
    write(placed: PlacedCookie, token: string): void;
  };
}

export type Handler<E extends AnyEndpoint> = (context: Context<E>) => Promise<AnswerOf<E>>;

/** A signed-in user was denied permission. */
export interface Denial {
  actor: Actor;
  ip: string;
  endpoint: AnyEndpoint;
}

export interface Routes {
  add<E extends AnyEndpoint>(endpoint: E, handler: Handler<E>): void;
  /** All endpoints added so far. */
  list(): readonly AnyEndpoint[];
  /** `note` is called with every denial at an endpoint that requires a permission; it must not throw. */
  onDenied(note: (denial: Denial) => void): void;
  /** Counts reads of endpoints that declare them; without it nothing is counted. */
  meterReads(meter: ReadMeter): void;
}

interface Options {
  app: FastifyInstance;
  authenticate: Authenticate;
  /** The session has made an administrative change and may make others for an hour. */
  extendConfirmation?: (sessionId: string) => void;
  cookie: SessionCookie;
  patience?: Patience;
}

interface IncomingRequest {
  request: FastifyRequest;
  reply: FastifyReply;
  token: string | undefined;
  actor: Actor | null;
  fromHere: boolean;
}

/** Whether the calling page was loaded for the user of the cookie; calls without a user id are accepted. */
function isOf(actor: Actor | null, request: FastifyRequest): boolean {
  const named = request.headers[personHeader];
  return named === undefined || named === String(actor?.userId);
}

/** The only way to serve HTTP calls: nothing is served that is not declared, including its access. */
export function createRoutes(options: Options): Routes {
  const { app, authenticate, extendConfirmation, cookie, patience = usualPatience } = options;
  const endpoints: AnyEndpoint[] = [];
  const denialNotes: ((denial: Denial) => void)[] = [];
  let meter: ReadMeter | undefined;

  function admit(endpoint: AnyEndpoint, actor: Actor | null): void {
    assertPermitted(endpoint.access, actor);
    if (!actor || !changesAsAdministrator(endpoint)) return;
    if (actor.mustConfirmPassword) throw passwordConfirmationRequired();
    extendConfirmation?.(actor.sessionId);
  }

  function noteDenial(error: unknown, endpoint: AnyEndpoint, actor: Actor | null, ip: string) {
    if (!(error instanceof AppError) || error.code !== 'forbidden' || !actor) return;
    if (typeof endpoint.access === 'string') return;
    for (const note of denialNotes) note({ actor, ip, endpoint });
  }

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
    const fromHere = isLocal(request.raw);
    const known = token ? await authenticate(token, fromHere) : null;
    const actor = isOf(known, request) ? known : null;
    try {
      return await respond(endpoint, handler, { request, reply, token, actor, fromHere });
    } catch (error) {
      noteDenial(error, endpoint, actor, request.ip);
      throw error;
    }
  }

  async function respond<E extends AnyEndpoint>(
    endpoint: E,
    handler: Handler<E>,
    { request, reply, token, actor, fromHere }: IncomingRequest,
  ): Promise<unknown> {
    admit(endpoint, actor);
    const { reads }: AnyEndpoint = endpoint;
    const reader = reads && meter && actor;
    let kind = reads === 'varies' ? undefined : reads;
    if (reader && !endpoint.params) meter?.check(reader);
    let exported = 0;
    const result = await handler({
      ...validate(endpoint, request),
      // Only a public endpoint gets past the assertion without an actor.
      actor: actor as Context<E>['actor'],
      ip: request.ip,
      fromHere,
      userAgent: request.headers['user-agent'] ?? '',
      bearer: /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1],
      file: receive(endpoint, request) as Context<E>['file'],
      countAs: (listed) => {
        if (reader) meter?.check(reader);
        kind = listed;
      },
      noteExported: (rows) => {
        exported += rows;
      },
      session: {
        token,
        start: (fresh) => void reply.header('set-cookie', cookie.write(fresh)),
        end: () => void reply.header('set-cookie', cookie.clear()),
        device: cookie.readDevice(request.headers.cookie),
        rememberDevice: (fresh) => void reply.header('set-cookie', cookie.writeDevice(fresh)),
      },
      cookies: {
        read: (placed) => cookie.readPlaced(request.headers.cookie, placed),
        write: (placed, fresh) =>
          void reply.header('set-cookie', cookie.writePlaced(placed, fresh)),
      },
    });
    const serialize = () => JSON.stringify(z.parse(endpoint.reply, result));
    const json = reader ? undefined : jsonOf(endpoint, result, serialize);
    if (json !== undefined)
      return reply.status(endpoint.status).type('application/json; charset=utf-8').send(json);
    const parsedReply = z.parse(endpoint.reply, result);
    if (reader && kind) {
      const isList = !endpoint.params || reads === 'varies';
      const one = isList ? undefined : Object.values(request.params as object)[0];
      const ids = one ? [one] : endpoint.replyType === 'json' ? idsIn(parsedReply) : [];
      const read = { actor: reader, kind, ids, isOne: Boolean(one), exported, ip: request.ip };
      await meter?.note(read);
    }
    reply.status(endpoint.status);
    if (endpoint.replyType === 'file') return sendFile(request, reply, parsedReply);
    return endpoint.replyType === 'picture'
      ? sendPicture(request, reply, parsedReply)
      : parsedReply;
  }

  return {
    add(endpoint, handler) {
      if (!endpoint.access) throw new Error(`${endpoint.path} declares no access`);
      endpoints.push(endpoint);
      // Node.js sends no body for HEAD. Fastify's own routes for it would be half as many again, which a start notices.
      const method = endpoint.method === 'GET' ? ['GET', 'HEAD'] : endpoint.method;
      const route: RouteOptions = {
        method,
        exposeHeadRoute: false,
        url: endpoint.path,
        handler: (request, reply) => handle(endpoint, handler, request, reply),
      };
      if (endpoint.bodyType === 'file') routeForFiles(app, route);
      else app.route(route);
    },
    list: () => endpoints,
    onDenied: (note) => void denialNotes.push(note),
    meterReads(wanted) {
      meter = wanted;
    },
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

// Browser HTTP libraries send `{}` for an empty body.
function hasContent(body: unknown): boolean {
  if (body === undefined || body === null) return false;
  return typeof body !== 'object' || Object.keys(body).length > 0;
}
