import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuseOnResponse, tooSlow } from './unrouted.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is a file, however long that takes, as long as it moves. */
    takesFile?: boolean;
  }
}

/** How long the server waits for others. */
export interface Patience {
  /** For a whole body that is no file. */
  bodyMs: number;
  /** For the next bytes of a file. */
  stallMs: number;
  /** For what a client still sends after its answer, so that it gets to reading that. */
  lingerMs: number;
  /** For requests to finish when the server ends. */
  closeMs: number;
}

export const usualPatience: Patience = {
  bodyMs: 30_000,
  stallMs: 30_000,
  lingerMs: 10_000,
  closeMs: 6_000,
};

/** Ends requests whose body never comes to an end; a file is watched by whoever receives it. */
export function awaitBody(
  { raw, routeOptions }: FastifyRequest,
  { raw: response }: FastifyReply,
  { bodyMs, lingerMs }: Patience,
  https: boolean,
): void {
  if (!announcesBody(raw)) return;
  // A connection closed on unread bytes is reset, and the answer is lost with it.
  response.once('finish', () => endAfter(raw, lingerMs, () => raw.resume()));
  if (!routeOptions.config?.takesFile)
    endAfter(
      raw,
      bodyMs,
      () => {},
      () => refuseOnResponse(response, tooSlow, https),
    );
}

function announcesBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

function endAfter(raw: IncomingMessage, ms: number, begin: () => void, before?: () => void): void {
  if (raw.complete) return;
  begin();
  const timer = setTimeout(() => {
    if (raw.complete) return;
    before?.();
    raw.socket.destroySoon();
  }, ms);
  raw.once('close', () => clearTimeout(timer));
}
