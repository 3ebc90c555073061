import * as z from 'zod/mini';
import { endpoint, file, picture } from '../../platform/contract/endpoint.ts';
import { message } from '../../platform/contract/fields.ts';

export const attachment = z.object({
  id: z.string(),
  type: z.enum(['image', 'file']),
  url: z.string(),
  /** A smaller version of the image; null when there is none. */
  thumbnailUrl: z.nullable(z.string()),
  name: z.string(),
  /** In bytes. */
  size: z.number(),
  mimeType: z.string(),
  /** In pixels; images only. */
  width: z.nullable(z.number()),
  height: z.nullable(z.number()),
  /** Voice notes only, as measured by the recorder. */
  durationMs: z.nullable(z.number()),
});
export type Attachment = z.output<typeof attachment>;

/** Per file, in bytes. */
export const uploadMaxBytes = 100 * 1024 * 1024;
/** Per image, in pixels: more would take too much memory to decode. */
export const pictureMaxPixels = 50_000_000;

const params = { uploadId: z.uuid() };

export const uploadFile = endpoint({
  method: 'PUT',
  path: '/api/chat/uploads/:uploadId',
  summary: 'Upload a file to attach; repeating an id returns the stored upload',
  access: 'signedIn',
  params,
  query: {
    name: z.string().check(z.minLength(1), z.maxLength(255)),
    /** Voice notes only. */
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
  summary: 'Discard one of your uploads that is not attached to a message',
  access: 'signedIn',
  params,
  reply: message,
});

export const readFile = endpoint({
  method: 'GET',
  path: '/api/chat/files/:uploadId',
  summary: 'A file attached to a message you can read, or one you just uploaded',
  access: 'signedIn',
  params,
  /** As a download instead of inline. */
  query: { download: z._default(z.stringbool(), false) },
  reply: file,
  replyType: 'file',
});

export const readThumbnail = endpoint({
  method: 'GET',
  path: '/api/chat/files/:uploadId/thumbnail',
  summary: 'A thumbnail of such a file',
  access: 'signedIn',
  params,
  reply: picture,
  replyType: 'picture',
});
