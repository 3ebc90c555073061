import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { permits } from '../../contract/access.ts';
import type { Actor, Authenticate } from '../http/actor.ts';
import type { SessionCookie } from '../http/cookie.ts';
import { isForeign } from '../http/origin.ts';
import type { Log } from '../log/log.ts';

const maxFrameBytes = 64 * 1024;

interface Options {
  authenticate: Authenticate;
  cookie: SessionCookie;
  publicUrl: string | undefined;
  log: Log;
  /** False while the server is going down. */
  isOpen(): boolean;
  /** Sockets the person already has; more than the limit are refused. */
  countOf(userId: number): number;
  accept(ws: WebSocket, socket: Duplex, actor: Actor, rightsOnly: boolean): void;
}

const maxSocketsPerPerson = 40;

/** Opens sockets for signed-in people only, decided before the handshake: the cookie is the identity. */
export function createUpgrade(options: Options) {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: maxFrameBytes,
    perMessageDeflate: false,
    clientTracking: false,
  });

  async function admit(
    request: IncomingMessage,
  ): Promise<{ actor: Actor; rightsOnly: boolean } | number> {
    const path = request.url?.split('?')[0];
    if (path !== '/ws' && path !== '/') return 404;
    if (isForeign(request.headers, options.publicUrl)) return 403;
    const token = options.cookie.read(request.headers.cookie);
    const actor = token ? await options.authenticate(token) : null;
    if (!actor) return 401;
    // Asked last: while the database was, we may have begun to close.
    if (!options.isOpen()) return 503;
    const rightsOnly = path === '/';
    // Somebody who waits for approval may listen for exactly that.
    if (!rightsOnly && !permits('signedIn', actor)) return 403;
    if (options.countOf(actor.userId) >= maxSocketsPerPerson) return 429;
    return { actor, rightsOnly };
  }

  return (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const ignore = () => {}; // It may break while we ask the database; then there is nobody to tell.
    socket.on('error', ignore);
    void admit(request)
      .catch((error) => {
        options.log.warn({ err: error }, 'A socket could not be admitted');
        return 503;
      })
      .then((admitted) => {
        if (typeof admitted === 'number') return refuse(socket, admitted);
        socket.off('error', ignore);
        server.handleUpgrade(request, socket, head, (ws) =>
          options.accept(ws, socket, admitted.actor, admitted.rightsOnly),
        );
      });
  };
}

function refuse(socket: Duplex, status: number): void {
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Length: 0',
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n`);
}
