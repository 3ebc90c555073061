import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { fastifyCookie } from '@fastify/cookie';
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply } from 'fastify';
import type { ErrorBody } from '../../contract/errors.ts';
import type { Config } from '../config/config.ts';
import { isUnavailable } from '../db/database.ts';
import {
  AppError,
  forbidden,
  invalid,
  notFound,
  tooLarge,
  unavailable,
  unsupportedType,
} from '../errors.ts';
import type { Log } from '../log/log.ts';
import { setHeaders } from './headers.ts';
import { isOurHost, wrongHost } from './host.ts';
import { isPassedOn } from './local.ts';
import { isForeign } from './origin.ts';
import { awaitBody, type Patience, usualPatience } from './patience.ts';
import { refusalOf, refuseOnResponse, refuseOnSocket } from './unrouted.ts';
import { wellFormedJson } from './wellFormed.ts';

const bodyLimitBytes = 1024 * 1024;
const headersTimeoutMs = 30_000;

/** Zod validates. Otherwise Fastify loads its compilers of JSON schemas, which is a tenth of the start. */
const compileSchemas = () => {
  throw new Error('A route has a JSON schema');
};

/** The bare server: limits, headers, error format, one log line per request. Routes are added elsewhere. */
export function createHttp(
  config: Config,
  log: Log,
  patience: Patience = usualPatience,
): FastifyInstance {
  const https = config.publicUrl?.startsWith('https:') ?? false;
  const app = Fastify({
    logger: false,
    bodyLimit: bodyLimitBytes,
    // The server's own limit applies to every request; the time for a body depends on what it is.
    requestTimeout: 0,
    connectionTimeout: 0,
    forceCloseConnections: 'idle',
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    genReqId: () => randomUUID(),
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    schemaController: {
      compilersFactory: { buildValidator: compileSchemas, buildSerializer: compileSchemas },
    },
    // Protocol upgrades are optional; such a request is answered over HTTP.
    http: {
      headersTimeout: headersTimeoutMs,
      // Handled by us, in the format of every other response.
      requireHostHeader: false,
      shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
    },
    clientErrorHandler(error, socket) {
      // Already reported; whatever else the client sends fails for the same reason.
      if (socket.writableEnded) return;
      // The client is gone, or a second response would end up in the middle of the first.
      const answering = (socket as { _httpMessage?: ServerResponse })._httpMessage?.headersSent;
      if (error.code === 'ECONNRESET' || !socket.writable || answering)
        return void socket.destroy();
      refuseOnSocket(socket, refusalOf(error), https);
    },
    // An unparsable URL never reaches the hooks.
    frameworkErrors(error, request, reply) {
      setHeaders(reply, request.id, https);
      sendError(reply, translate(error) ?? notFound(), request.id);
    },
  });
  // Forms of other sites can post text without a preflight; JSON they cannot.
  app.removeContentTypeParser('text/plain');
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    parseJson(request, wellFormedJson(body.toString()), done),
  );
  // The plugin only loads its parser when registered; the session cookie is read and written with it.
  void app.register(fastifyCookie, { hook: false });
  app.server.on('checkExpectation', (_request, response) =>
    refuseOnResponse(
      response,
      { status: 417, code: 'invalid', message: 'This server cannot meet the Expect header.' },
      https,
    ),
  );
  const noticeProxy = createProxyNotice(config, log);
  app.addHook('onRequest', async (request, reply) => {
    setHeaders(reply, request.id, https);
    awaitBody(request, reply, patience, https);
    // Load balancers check the health of an instance by its address.
    if (!request.url.startsWith('/health/') && !isOurHost(request.headers.host, config)) {
      throw invalid(wrongHost(config));
    }
    noticeProxy(request.raw);
    const changes = request.method !== 'GET' && request.method !== 'HEAD';
    if (changes && isForeign(request.headers, config.publicUrl)) {
      throw forbidden('This request came from another site.');
    }
  });
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions, id } = request;
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    // The pattern, not the URL: a URL may contain what someone searched for.
    log.debug({ requestId: id, method, route: routeOptions.url, status: reply.statusCode, ms });
  });
  answerErrors(app, log);
  endTransfersOnClose(app, patience);
  return app;
}

/** Warns once about an untrusted proxy: behind it everyone counts as one caller. */
function createProxyNotice(
  { trustedProxies }: Config,
  log: Log,
): (request: IncomingMessage) => void {
  let noticed = trustedProxies.length > 0;
  return (request) => {
    if (noticed || !isPassedOn(request)) return;
    noticed = true;
    const from = request.socket.remoteAddress;
    log.warn(
      { from },
      'TRUSTED_PROXIES is not set, but a proxy forwards requests: sign-in limits count everyone behind it as one. ' +
        'Set it to the address of the proxy.',
    );
  };
}

function answerErrors(app: FastifyInstance, log: Log): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const refusal = translate(error);
    if (!refusal || refusal.status >= 500) {
      log.error(
        { err: error, requestId: request.id, route: request.routeOptions.url },
        'Request failed',
      );
    }
    sendError(
      reply,
      refusal ?? new AppError('internal', 'Something went wrong on our side.'),
      request.id,
    );
  });
  app.setNotFoundHandler((request, reply) => sendError(reply, notFound(), request.id));
}

/** A large file on a slow connection would delay the shutdown for hours. */
function endTransfersOnClose(app: FastifyInstance, { closeMs }: Patience): void {
  app.addHook('preClose', (done) => {
    setTimeout(() => app.server.closeAllConnections(), closeMs).unref();
    done();
  });
}

export function sendError(reply: FastifyReply, error: AppError, requestId: string): void {
  const body: ErrorBody = { error: error.message, code: error.code, requestId };
  if (error.fields) body.fields = error.fields;
  if (error.retryAfterSeconds) reply.header('retry-after', error.retryAfterSeconds);
  reply.status(error.status).send(body);
}

/** What may be shown of an error; undefined for our own faults. */
export function translate(
  error: Error & { code?: string; statusCode?: number },
): AppError | undefined {
  if (error instanceof AppError) return error;
  if (isUnavailable(error)) return unavailable();
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return tooLarge();
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return unsupportedType();
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
      return invalid('The body is not valid JSON.');
  }
  const status = error.statusCode ?? 500;
  return status >= 400 && status < 500
    ? invalid('The request could not be understood.')
    : undefined;
}
