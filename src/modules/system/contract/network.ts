import * as z from 'zod/mini';
import { endpoint, file } from '../../../platform/contract/endpoint.ts';

const access = { admin: 'system_management' } as const;
export const measuredMaxBytes = 8 * 1024 * 1024;

export const measureDownload = endpoint({
  method: 'GET',
  path: '/api/system/network/download',
  summary: 'Incompressible bytes for measuring download speed',
  access,
  query: {
    bytes: z._default(
      z.coerce.number().check(z.int(), z.minimum(1), z.maximum(measuredMaxBytes)),
      1024 * 1024,
    ),
  },
  reply: file,
  replyType: 'file',
});

export const measureUpload = endpoint({
  method: 'PUT',
  path: '/api/system/network/upload',
  summary: 'Receives and discards bytes, for measuring upload speed',
  access,
  bodyType: 'file',
  maxBytes: measuredMaxBytes,
  reply: z.object({ bytes: z.number() }),
});
