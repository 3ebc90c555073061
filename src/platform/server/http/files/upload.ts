import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { invalid, tooLarge } from '../../errors.ts';

/** An upload. Nothing is read before someone reads `stream`. */
export interface IncomingFile {
  /** Fails with an error that may be shown: too large, interrupted, stalled. */
  stream: Readable;
  /** As announced; the stream ends after exactly this many bytes, or fails. */
  sizeBytes: number | undefined;
  /** As announced, and not verified. */
  contentType: string;
}

/** Registers a route whose body is not parsed, whatever type it claims; everywhere else JSON is required. */
export function routeForFiles(app: FastifyInstance, route: RouteOptions): void {
  void app.register((scoped, _options, registered) => {
    scoped.removeAllContentTypeParsers();
    // Invalid content types are rejected before any parser runs; for a file the type is irrelevant anyway.
    scoped.addHook('onRequest', (request, _reply, done) => {
      request.headers = { ...request.headers, 'content-type': 'application/octet-stream' };
      done();
    });
    scoped.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scoped.route({ ...route, config: { takesFile: true } });
    registered();
  });
}

/** Throws `too_large` at once if more than `maxBytes` are announced. */
export function receiveFile(raw: IncomingMessage, maxBytes: number, stallMs: number): IncomingFile {
  const length = raw.headers['content-length'];
  const chunked = raw.headers['transfer-encoding'] !== undefined;
  const sizeBytes = length === undefined ? (chunked ? undefined : 0) : Number(length);
  if (sizeBytes !== undefined && sizeBytes > maxBytes) throw tooMuch(maxBytes);
  return {
    stream: Readable.from(watch(raw, maxBytes, stallMs), { objectMode: false }),
    sizeBytes,
    contentType: raw.headers['content-type'] ?? '',
  };
}

async function* watch(raw: IncomingMessage, maxBytes: number, stallMs: number) {
  let received = 0;
  // Armed only while waiting for the sender: our own slow disk is not their fault.
  let timer = giveUpAfter(raw, stallMs);
  try {
    // Destroying the request would destroy its connection, and with it the response.
    for await (const chunk of raw.iterator({ destroyOnReturn: false })) {
      clearTimeout(timer);
      received += chunk.length;
      if (received > maxBytes) throw tooMuch(maxBytes);
      yield chunk;
      timer = giveUpAfter(raw, stallMs);
    }
  } catch (error) {
    // How the connection ends is irrelevant.
    throw raw.destroyed ? invalid('The upload was interrupted.') : error;
  } finally {
    clearTimeout(timer);
  }
}

function giveUpAfter(raw: IncomingMessage, ms: number): NodeJS.Timeout {
  return setTimeout(() => raw.destroy(), ms);
}

function tooMuch(maxBytes: number) {
  return tooLarge(`A file must be at most ${Math.floor(maxBytes / 1024 / 1024)} MB.`);
}
