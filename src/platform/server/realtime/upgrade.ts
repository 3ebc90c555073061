import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { permits } from '../../contract/access.ts';
import {
  AppError,
  forbidden,
  invalid,
  notFound,
  rateLimited,
  unauthenticated,
  unavailable,
} from '../errors.ts';
import type { Actor, Authenticate } from '../http/actor.ts';
import type { SessionCookie } from '../http/cookie.ts';
import { isOurHost, wrongHost } from '../http/host.ts';
import { isLocal } from '../http/local.ts';
import { isForeign } from '../http/origin.ts';
import { refuseOnSocket } from '../http/unrouted.ts';
import type { Log } from '../log/log.ts';

const maxFrameBytes = 64 * 1024;

interface Options {
  authenticate: Authenticate;
  cookie: SessionCookie;
  /** Where the server listens. */
  host: string;
  publicUrl: string | undefined;
  log: Log;
  /** False while the server is stopping. */
  isOpen(): boolean;
  /** Sockets the person already has; more than the limit are refused. */
  countOf(userId: number): number;
  accept(ws: WebSocket, socket: Duplex, actor: Actor, rightsOnly: boolean): void;
}

const maxSocketsPerPerson = 40;

/** Opens sockets for signed-in users only, decided before the handshake: the cookie is the identity. */
export function createUpgrade(options: Options) {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: maxFrameBytes,
    perMessageDeflate: false,
    clientTracking: false,
  });

  const https = options.publicUrl?.startsWith('https:') ?? false;
  server.on('wsClientError', (_error, socket) =>
    refuseOnSocket(socket, invalid('This is not a valid WebSocket handshake.'), https),
  );

  async function admit(request: IncomingMessage): Promise<{ actor: Actor; rightsOnly: boolean }> {
    const path = request.url?.split('?')[0];
    if (path !== '/ws' && path !== '/') throw notFound();
    if (!isOurHost(request.headers.host, options)) throw invalid(wrongHost(options));
    if (isForeign(request.headers, options.publicUrl)) {
      throw forbidden('This request came from another site.');
    }
    const token = options.cookie.read(request.headers.cookie);
    const actor = token ? await options.authenticate(token, isLocal(request)) : null;
    if (!actor) throw unauthenticated();
    // Checked last: the server may have begun to stop during the database query.
    if (!options.isOpen()) throw unavailable();
    const rightsOnly = path === '/';
    // Users waiting for approval may listen for exactly that.
    if (!rightsOnly && !permits('signedIn', actor)) throw forbidden();
    if (options.countOf(actor.userId) >= maxSocketsPerPerson) {
      throw rateLimited(60, 'Too many connections are open.');
    }
    return { actor, rightsOnly };
  }

  return (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const ignore = () => {}; // It may break during the database query; then there is nothing to answer.
    socket.on('error', ignore);
    void admit(request).then(
      ({ actor, rightsOnly }) => {
        socket.off('error', ignore);
        server.handleUpgrade(request, socket, head, (ws) =>
          options.accept(ws, socket, actor, rightsOnly),
        );
      },
      (error) => {
        if (!(error instanceof AppError)) {
          options.log.warn({ err: error }, 'Failed to admit a socket');
        }
        refuseOnSocket(socket, error instanceof AppError ? error : unavailable(), https);
      },
    );
  };
}
