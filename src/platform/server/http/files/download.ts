import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { StoredFile } from '../../../contract/endpoint.ts';
import type { ErrorBody } from '../../../contract/errors.ts';
import { isNotModified } from '../notModified.ts';
import { dispositionOf } from './disposition.ts';
import { rangeOf } from './range.ts';
import { showing } from './showing.ts';

/** A reader that accepts nothing for this long reconnects and requests the rest. */
const idleMs = 120_000;

/**
 * Sends a file, the requested range, or 304. Browsers revalidate each time, as with images. The bytes are
 * untrusted: browsers must not guess their type (`nosniff`), and if shown they can run and load nothing (the policy
 * of all data).
 */
export async function sendFile(request: FastifyRequest, reply: FastifyReply, file: StoredFile) {
  const etag = `"${file.etag}"`;
  reply.headers({
    etag,
    'cache-control': 'private, no-cache',
    'accept-ranges': 'bytes',
    'content-disposition': dispositionOf(file.inline, file.name),
    ...(file.inline && showing(file.mediaType)),
  });
  // With all headers: they replace those the browser has cached.
  if (isNotModified(request.headers['if-none-match'], etag)) return reply.status(304).send();
  const range = rangeOf(request.headers, etag, file.sizeBytes);
  if (range === 'none') return refuse(request, reply, file.sizeBytes);
  const { start, end } = range === 'whole' ? { start: 0, end: file.sizeBytes - 1 } : range;
  if (range !== 'whole') {
    reply.status(206).header('content-range', `bytes ${start}-${end}/${file.sizeBytes}`);
  }
  reply.headers({ 'content-type': file.mediaType, 'content-length': end + 1 - start });
  if (request.method === 'HEAD' || file.sizeBytes === 0) return reply.send(Readable.from([]));
  request.raw.socket.setTimeout(idleMs);
  return reply.send(await file.open({ start, end }));
}

function refuse(request: FastifyRequest, reply: FastifyReply, sizeBytes: number) {
  const error = 'The file does not have this range.';
  const body: ErrorBody = { error, code: 'invalid', requestId: request.id };
  reply.removeHeader('content-disposition');
  return reply.status(416).header('content-range', `bytes */${sizeBytes}`).send(body);
}
