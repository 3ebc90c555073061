import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { invalid, tooLarge } from '../errors.ts';

/** A file on its way in. Nothing of it is read before somebody reads `stream`. */
export interface IncomingFile {
  /** Fails with an error that may be told: too large, broken off, standing still. */
  stream: Readable;
  /** As announced; the stream ends after exactly so many bytes, or fails. */
  sizeBytes: number | undefined;
  /** As announced, and worth no more than that. */
  contentType: string;
}

/** Registers a route whose body is left alone, whatever type it claims; everywhere else JSON is the rule. */
export function routeForFiles(app: FastifyInstance, route: RouteOptions): void {
  void app.register((room, _options, registered) => {
    room.removeAllContentTypeParsers();
    // Types that are none are refused before any parser is asked; of a file they say nothing anyway.
    room.addHook('onRequest', (request, _reply, done) => {
      request.headers = { ...request.headers, 'content-type': 'application/octet-stream' };
      done();
    });
    room.addContentTypeParser('*', (_request, _payload, done) => done(null));
    room.route({ ...route, config: { takesFile: true } });
    registered();
  });
}

/** Throws `too_large` at once where more than `maxBytes` are announced. */
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
  // Armed only while we wait for the sender: a slow disk of ours is not their fault.
  let timer = giveUpAfter(raw, stallMs);
  try {
    // Destroying the request would destroy its connection, and with it the answer.
    for await (const chunk of raw.iterator({ destroyOnReturn: false })) {
      clearTimeout(timer);
      received += chunk.length;
      if (received > maxBytes) throw tooMuch(maxBytes);
      yield chunk;
      timer = giveUpAfter(raw, stallMs);
    }
  } catch (error) {
    // What the connection has to say of its end is of no use to anybody.
    throw raw.destroyed ? invalid('The upload broke off.') : error;
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
