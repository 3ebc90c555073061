import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Picture } from '../../contract/endpoint.ts';
import { isNotModified } from './notModified.ts';

/**
 * Answers an image, or only that the one the browser has is still right. Browsers ask each time: whoever
 * may no longer see it must not find it kept.
 */
export function sendPicture(request: FastifyRequest, reply: FastifyReply, picture: Picture) {
  const etag = `"${picture.etag}"`;
  reply.headers({ etag, 'cache-control': 'private, no-cache' });
  if (isNotModified(request.headers['if-none-match'], etag)) return reply.status(304).send();
  return reply.type(picture.mediaType).send(Buffer.from(picture.bytes));
}
