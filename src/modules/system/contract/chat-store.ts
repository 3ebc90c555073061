import * as z from 'zod/mini';
import { endpoint } from '../../../platform/contract/endpoint.ts';

export const storeSteps = ['connect', 'write', 'read', 'delete', 'commit'] as const;

export const datastoreCheck = z.object({
  /** Null where it could not be asked. */
  server: z.nullable(z.string()),
  /** In their order; only the last can have failed. */
  steps: z.array(
    z.object({
      step: z.enum(storeSteps),
      tookMs: z.number(),
      failure: z.nullable(z.string()),
    }),
  ),
});
export type DatastoreCheck = z.output<typeof datastoreCheck>;

export const tryChatStore = endpoint({
  method: 'POST',
  path: '/api/system/chat-store/test',
  summary: 'Write a message where messages are kept, read it back and delete it; nobody sees it',
  access: { admin: 'system_management' },
  reply: datastoreCheck,
});
