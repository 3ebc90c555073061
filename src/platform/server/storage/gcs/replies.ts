import * as z from 'zod/mini';
import { silent } from '../failures.ts';

/** 64-bit numbers are strings in this protocol. */
export const objectFacts = z.object({
  size: z.coerce.number(),
  md5Hash: z.optional(z.string()),
});

export const objectPage = z.object({
  items: z._default(
    z.array(z.object({ name: z.string(), size: z.coerce.number(), generation: z.string() })),
    [],
  ),
  nextPageToken: z.optional(z.string()),
});

/** Throws if something else responds at this URL. */
export function parseReply<T>(schema: z.ZodMiniType<T>, text: string): T {
  try {
    return z.parse(schema, JSON.parse(text));
  } catch {
    throw silent('an unexpected response');
  }
}
