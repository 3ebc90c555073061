import * as z from 'zod/mini';
import { endpoint } from '../../platform/contract/endpoint.ts';
import { freeText, id, idParam, instant, time } from '../../platform/contract/fields.ts';
import { channelId, clientMsgId } from '../chat/contract.ts';
import { writeAccess } from '../documents/contract.ts';
import { audience, everyone } from '../notices/contract.ts';

/** A request to acknowledge a version of a policy: a notice that the people in its audience confirm. */
export const acknowledgment = z.object({
  noticeId: z.string(),
  versionNumber: z.number(),
  /** The conversation it was posted in. */
  channelId: z.string(),
  messageId: z.string(),
  askedBy: z.string(),
  askedAt: time,
  dueAt: time,
  closedAt: z.nullable(time),
  total: z.number(),
  confirmed: z.number(),
});
export type Acknowledgment = z.output<typeof acknowledgment>;

const params = { documentId: idParam };

export const listAcknowledgments = endpoint({
  method: 'GET',
  path: '/api/policies/:documentId/acknowledgments',
  summary: 'The requests to acknowledge a policy, latest first, with how many people did',
  access: 'signedIn',
  params,
  reply: z.object({
    acknowledgments: z.array(acknowledgment),
    may: z.object({ ask: z.boolean() }),
  }),
});

export const askAcknowledgment = endpoint({
  method: 'POST',
  path: '/api/policies/:documentId/acknowledgments',
  summary:
    'Ask the people of a conversation to acknowledge the current version; repeating a clientMsgId asks once',
  access: writeAccess,
  params,
  body: {
    clientMsgId,
    /** The version the user saw: 409 if there is a newer one. */
    versionNumber: id,
    channelId,
    audience: z._default(audience, everyone),
    dueAt: instant,
    note: freeText(2_000),
  },
  reply: acknowledgment,
  status: 201,
});
