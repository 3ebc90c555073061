import type { RawData } from 'ws';
import * as z from 'zod/mini';
import {
  type AnySocketEvent,
  type DataOf,
  ping,
  pong,
  socketError,
} from '../../contract/socket.ts';
import { AppError, invalid, rateLimited } from '../errors.ts';
import { translate } from '../http/http.ts';
import { parse } from '../http/validation.ts';
import { wellFormedJson } from '../http/wellFormed.ts';
import type { Log } from '../log/log.ts';
import type { Connection } from './connection.ts';

type FrameHandler<E extends AnySocketEvent> = (
  connection: Connection,
  data: DataOf<E>,
) => Promise<void>;

export interface Inbox {
  handle<E extends AnySocketEvent>(event: E, handler: FrameHandler<E>): void;
  /** The listener for one connection's frames: in order, one at a time. */
  listen(connection: Connection): (data: RawData, isBinary: boolean) => void;
}

const frame = z.object({
  type: z.string(),
  data: z._default(z.record(z.string(), z.unknown()), {}),
});
const floodFrames = { burst: 200, perSecond: 50 };

/** Handles the frames of browsers: parsed, within limits, each passed to the handler that declared it. */
export function createInbox(log: Log): Inbox {
  // biome-ignore lint/suspicious/noExplicitAny: each handler is stored beside the event that types it
  const handlers = new Map<string, { event: AnySocketEvent; handler: FrameHandler<any> }>();

  async function take(connection: Connection, text: string): Promise<void> {
    // The connection may have been closed while its frames were queued.
    if (connection.isShut()) return;
    let ref: string | undefined;
    try {
      const json = fromJson(text);
      ref = refOf(json);
      const { type, data } = parse(frame, json);
      if (type === ping.type) return connection.send(pong, { n: connection.sent });
      const found = handlers.get(type);
      if (!found || (connection.rightsOnly && type !== 'auth')) throw invalid('Unknown event.');
      if (!connection.live && type !== 'auth') throw invalid('Send auth first.');
      await found.handler(connection, parse(found.event.data, data));
    } catch (error) {
      refuse(connection, error as Error, ref);
    }
  }

  function refuse(connection: Connection, error: Error, ref: string | undefined): void {
    const refusal = translate(error);
    if (!refusal) log.error({ err: error, connection: connection.id }, 'Failed to handle a frame');
    const { message, code } =
      refusal ?? new AppError('internal', 'Something went wrong on our side.');
    const retryable = ['unavailable', 'rate_limited', 'internal'].includes(code);
    connection.send(socketError, { message, code, ...(ref && { ref }), retryable });
  }

  return {
    handle(event, handler) {
      handlers.set(event.type, { event, handler });
    },
    listen(connection) {
      const allow = createBudget();
      let turn = Promise.resolve();
      return (data, isBinary) => {
        if (connection.isShut()) return;
        if (isBinary) return connection.close(1003, 'text only');
        if (!allow()) {
          refuse(connection, rateLimited(1), undefined);
          return connection.close(1008, 'too many frames');
        }
        const text = data.toString();
        turn = turn.then(() => take(connection, text));
      };
    },
  };
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(wellFormedJson(text));
  } catch {
    throw invalid('The frame is not valid JSON.');
  }
}

/** Read before any validation: a rejected client must know which of its frames it was. */
function refOf(json: unknown): string | undefined {
  const { data } = (json ?? {}) as { data?: { clientMsgId?: unknown } | null };
  const ref = data?.clientMsgId;
  return typeof ref === 'string' ? ref.slice(0, 64) : undefined;
}

function createBudget(): () => boolean {
  let left = floodFrames.burst;
  let last = performance.now();
  return () => {
    const now = performance.now();
    left = Math.min(floodFrames.burst, left + ((now - last) / 1000) * floodFrames.perSecond);
    last = now;
    left -= 1;
    return left >= 0;
  };
}
