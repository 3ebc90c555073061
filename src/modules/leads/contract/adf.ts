import * as z from 'zod/mini';
import { endpoint } from '../../../platform/contract/endpoint.ts';

export const adfTypes = ['application/x-adf+xml', 'text/xml', 'application/xml', 'text/plain'];
export const adfMaxBytes = 256 * 1024;
export const prospectsAtMost = 20;

/** The result for one prospect; `repeated`: the same message was received before. */
const submittedLead = z.object({
  leadId: z.number(),
  outcome: z.enum(['created', 'updated', 'repeated']),
});
export type SubmittedLead = z.output<typeof submittedLead>;

/**
 * For lead providers: `Authorization: Bearer` with the key of a source. The body is ADF 1.0, or the text of an
 * email that contains it. Either all prospects are accepted or none.
 */
export const submitLeads = endpoint({
  method: 'POST',
  path: '/api/leads/adf',
  summary: 'Submit leads as ADF with the key of a source; a repeated message adds no leads',
  access: 'public',
  bodyType: 'file',
  // Above the real limit, so that the handler can reject larger bodies with a clear message.
  maxBytes: 4 * adfMaxBytes,
  reply: z.object({ leads: z.array(submittedLead) }),
});
