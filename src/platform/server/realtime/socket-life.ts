import type { WebSocket } from 'ws';
import type { Log } from '../log/log.ts';
import type { Connection } from './connection.ts';

const authTimeoutMs = 10_000;
const pingIntervalMs = 25_000;

/** Closes a socket that never sends `auth` or stops answering pings; reports once when it is gone. */
export function watchLife(ws: WebSocket, connection: Connection, log: Log, gone: () => void): void {
  const late = setTimeout(() => {
    if (!connection.live) connection.close(1008, 'no auth');
  }, authTimeoutMs);
  let isAlive = true;
  const heartbeat = setInterval(() => {
    if (!isAlive) return ws.terminate();
    isAlive = false;
    ws.ping();
  }, pingIntervalMs);
  ws.on('pong', () => {
    isAlive = true;
  });
  ws.on('error', (error) =>
    log.debug({ err: error, connection: connection.id }, 'A socket failed'),
  );
  ws.on('close', () => {
    clearTimeout(late);
    clearInterval(heartbeat);
    gone();
  });
}
