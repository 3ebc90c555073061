import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Picture } from '../../contract/endpoint.ts';
import { isNotModified } from './notModified.ts';

/** Sends an image, or 304. Browsers revalidate each time: a user who lost access must not find it in the cache. */
export function sendPicture(request: FastifyRequest, reply: FastifyReply, picture: Picture) {
  const etag = `"${picture.etag}"`;
  reply.headers({ etag, 'cache-control': 'private, no-cache' });
  if (isNotModified(request.headers['if-none-match'], etag)) return reply.status(304).send();
  return reply.type(picture.mediaType).send(Buffer.from(picture.bytes));
}
