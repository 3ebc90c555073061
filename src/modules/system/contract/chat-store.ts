import * as z from 'zod/mini';
import { endpoint } from '../../../platform/contract/endpoint.ts';

export const storeSteps = ['connect', 'write', 'read', 'delete', 'commit'] as const;

export const datastoreCheck = z.object({
  /** Null if the store could not be checked. */
  server: z.nullable(z.string()),
  /** In order; only the last can have failed. */
  steps: z.array(
    z.object({
      step: z.enum(storeSteps),
      tookMs: z.number(),
      failure: z.nullable(z.string()),
    }),
  ),
});
export type DatastoreCheck = z.output<typeof datastoreCheck>;

export const checkDatastore = endpoint({
  method: 'POST',
  path: '/api/system/chat-store/test',
  summary: 'Check the message store: writes, reads back and deletes a message that no one sees',
  access: { admin: 'system_management' },
  reply: datastoreCheck,
});
