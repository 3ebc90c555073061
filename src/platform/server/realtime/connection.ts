import { randomUUID } from 'node:crypto';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { type AnySocketEvent, closeCodes, type DataOf } from '../../contract/socket.ts';
import type { Actor } from '../http/actor.ts';
import { encodeEvent } from './frames.ts';

/** What waits unwritten before a reader counts as dead: it comes back and fetches what it missed. */
const slowReaderBytes = 1024 * 1024;
const closeGraceMs = 2_000;

/** One browser tab or program on the line. */
export interface Connection {
  readonly id: string;
  readonly sessionId: string;
  /** The person, kept fresh while the connection lasts. */
  actor: Actor;
  /** Carries only what concerns the person's own rights. */
  readonly rightsOnly: boolean;
  /** Whether it has said who it is and listens. */
  live: boolean;
  /** Frames sent so far. */
  sent: number;
  /** The topics it listens to, kept by the topics themselves. */
  readonly topics: Set<string>;
  isOpen(): boolean;
  /** Whether we have shut it: what it still sends is nobody's business. */
  isShut(): boolean;
  send<E extends AnySocketEvent>(event: E, data: DataOf<E>): void;
  /** Writes bytes that hold `count` whole frames. */
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
      // Past the library on purpose: one encoding for all readers, one write for many frames.
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
