import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuseOnResponse, tooSlow } from './unrouted.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is a file, which may take as long as it makes progress. */
    takesFile?: boolean;
  }
}

/** How long the server waits for clients. */
export interface Patience {
  /** For a whole body that is not a file. */
  bodyMs: number;
  /** For the next bytes of a file. */
  stallMs: number;
  /** For a client that still sends after the response, so that it gets to read it. */
  lingerMs: number;
  /** For running requests when the server stops. */
  closeMs: number;
}

export const usualPatience: Patience = {
  bodyMs: 30_000,
  stallMs: 30_000,
  lingerMs: 10_000,
  closeMs: 6_000,
};

/** Ends requests whose body never completes; a file is watched by its receiver. */
export function awaitBody(
  { raw, routeOptions }: FastifyRequest,
  { raw: response }: FastifyReply,
  { bodyMs, lingerMs }: Patience,
  https: boolean,
): void {
  if (!announcesBody(raw)) return;
  // A connection closed with unread bytes is reset, and the response is lost with it.
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
