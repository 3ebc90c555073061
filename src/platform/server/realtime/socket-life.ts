import type { WebSocket } from 'ws';
import type { Log } from '../log/log.ts';
import type { Connection } from './connection.ts';

const authTimeoutMs = 10_000;
const pingIntervalMs = 25_000;

/** Ends a socket that never says `auth` or no longer answers pings; tells once when it has gone. */
export function watchLife(ws: WebSocket, connection: Connection, log: Log, gone: () => void): void {
  const late = setTimeout(() => {
    if (!connection.live) connection.close(1008, 'no auth');
  }, authTimeoutMs);
  let answered = true;
  const heartbeat = setInterval(() => {
    if (!answered) return ws.terminate();
    answered = false;
    ws.ping();
  }, pingIntervalMs);
  ws.on('pong', () => {
    answered = true;
  });
  ws.on('error', (error) => log.debug({ err: error, connection: connection.id }, 'A socket broke'));
  ws.on('close', () => {
    clearTimeout(late);
    clearInterval(heartbeat);
    gone();
  });
}
