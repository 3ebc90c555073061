import * as z from 'zod/mini';
import { endpoint } from '../../../platform/contract/endpoint.ts';

export const adfTypes = ['application/x-adf+xml', 'text/xml', 'application/xml', 'text/plain'];
export const adfMaxBytes = 256 * 1024;
export const prospectsAtMost = 20;

/** What became of one prospect of the message; `repeated`: the same words have come before. */
const handedIn = z.object({
  leadId: z.number(),
  outcome: z.enum(['created', 'updated', 'repeated']),
});
export type HandedIn = z.output<typeof handedIn>;

/**
 * For programs: `Authorization: Bearer` and the key of a source. The body is ADF 1.0, or the text of a mail
 * with it inside; of several prospects all are taken or none.
 */
export const handInLeads = endpoint({
  method: 'POST',
  path: '/api/leads/adf',
  summary:
    'Hand in leads as ADF with the key of a source; the same message again is the same leads',
  access: 'public',
  bodyType: 'file',
  // Beyond what is taken, so that who sends too much reads how much that is.
  maxBytes: 4 * adfMaxBytes,
  reply: z.object({ leads: z.array(handedIn) }),
});
