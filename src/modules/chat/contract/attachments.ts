import * as z from 'zod/mini';
import { endpoint, file, picture } from '../../../platform/contract/endpoint.ts';
import { message } from '../../../platform/contract/fields.ts';
import { attachment } from '../contract.ts';

/** Of one file, in bytes. */
export const uploadMaxBytes = 100 * 1024 * 1024;
/** Of a picture, in pixels: what a server can decode without suffering. */
export const pictureMaxPixels = 50_000_000;

const params = { uploadId: z.uuid() };

export const uploadFile = endpoint({
  method: 'PUT',
  path: '/api/chat/uploads/:uploadId',
  summary: 'Bring in a file to attach; the same id again answers what is stored',
  access: 'signedIn',
  params,
  query: {
    name: z.string().check(z.minLength(1), z.maxLength(255)),
    /** Of a voice note. */
    durationMs: z.optional(
      z.coerce.number().check(z.int(), z.minimum(1), z.maximum(24 * 60 * 60 * 1_000)),
    ),
  },
  bodyType: 'file',
  maxBytes: uploadMaxBytes,
  reply: attachment,
  status: 201,
});

export const discardUpload = endpoint({
  method: 'DELETE',
  path: '/api/chat/uploads/:uploadId',
  summary: 'Let go of an upload of one’s own that no message carries',
  access: 'signedIn',
  params,
  reply: message,
});

export const readFile = endpoint({
  method: 'GET',
  path: '/api/chat/files/:uploadId',
  summary: 'A file that a message one may read carries, or that one has just brought in',
  access: 'signedIn',
  params,
  /** Saved rather than shown. */
  query: { download: z._default(z.stringbool(), false) },
  reply: file,
  replyType: 'file',
});

export const readThumbnail = endpoint({
  method: 'GET',
  path: '/api/chat/files/:uploadId/thumbnail',
  summary: 'A smaller picture of such a file',
  access: 'signedIn',
  params,
  reply: picture,
  replyType: 'picture',
});
