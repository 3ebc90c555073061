import { randomUUID } from 'node:crypto';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { type AnySocketEvent, closeCodes, type DataOf } from '../../contract/socket.ts';
import type { Actor } from '../http/actor.ts';
import { encodeEvent } from './frames.ts';

/** Unwritten bytes before a reader counts as dead: it reconnects and fetches what it missed. */
const slowReaderBytes = 1024 * 1024;
const closeGraceMs = 2_000;

/** One browser tab or program. */
export interface Connection {
  readonly id: string;
  readonly sessionId: string;
  /** The user, kept up to date while the connection lasts. */
  actor: Actor;
  /** Only carries events about the user's own rights. */
  readonly rightsOnly: boolean;
  /** The types of events that its client takes in place of others. */
  accepts: ReadonlySet<string>;
  /** Whether it has authenticated and is subscribed. */
  live: boolean;
  /** Frames sent so far. */
  sent: number;
  /** Its topics, managed by the topics themselves. */
  readonly topics: Set<string>;
  isOpen(): boolean;
  /** Whether we have closed it: later frames are ignored. */
  isShut(): boolean;
  send<E extends AnySocketEvent>(event: E, data: DataOf<E>): void;
  /** Writes bytes that contain `count` complete frames. */
  write(frames: Buffer, count: number): void;
  close(code: number, reason: string): void;
}

export function createConnection(
  ws: WebSocket,
  socket: Duplex,
  actor: Actor,
  rightsOnly: boolean,
): Connection {
  let shut = false;
  return {
    id: randomUUID(),
    sessionId: actor.sessionId,
    actor,
    rightsOnly,
    accepts: new Set(),
    live: false,
    sent: 0,
    topics: new Set(),
    isOpen: () => ws.readyState === ws.OPEN,
    isShut: () => shut,
    send(event, data) {
      this.write(encodeEvent(event.type, data), 1);
    },
    write(frames, count) {
      if (!this.isOpen()) return;
      if (socket.writableLength > slowReaderBytes) return this.close(closeCodes.slowReader, 'slow');
      this.sent += count;
      // Bypasses the library on purpose: one encoding for all readers, one write for many frames.
      socket.write(frames);
    },
    close(code, reason) {
      if (shut) return;
      shut = true;
      ws.close(code, reason);
      // A dead peer never answers the closing handshake.
      setTimeout(() => ws.terminate(), closeGraceMs).unref();
    },
  };
}
