import * as z from 'zod/mini';
import { endpoint } from '../../platform/contract/endpoint.ts';
import { message, text, time } from '../../platform/contract/fields.ts';
import { clientEvent, serverEvent } from '../../platform/contract/socket.ts';
import { channelId, chatMessage, clientMsgId, messageId } from '../chat/contract.ts';

/** The name of the room, under which its part hangs on a message. */
export const partName = 'slips';
export const contentMaxLength = 2_000;
export const labelMaxLength = 100;
export const maxRecipients = 50;
const dayMs = 24 * 60 * 60 * 1_000;
export const longestSeconds = (30 * dayMs) / 1_000;
/** So long an opened slip is shown. */
export const shownForSeconds = 60;

/** What everybody in the conversation may know: never the content, nor for whom it is. */
export const slipPart = z.object({
  slipId: z.string(),
  label: z.string(),
  expiresAt: time,
  audience: z.enum(['channel', 'people']),
  once: z.boolean(),
  revoked: z.boolean(),
});
export type SlipPart = z.output<typeof slipPart>;

export const createSlip = endpoint({
  method: 'POST',
  path: '/api/slips',
  summary: 'Post something that is read by opening it, for a time; it is kept encrypted',
  access: 'signedIn',
  body: {
    channelId,
    clientMsgId,
    threadId: z.optional(z.nullable(messageId)),
    /** Everybody in the conversation reads it. */
    label: text(labelMaxLength),
    content: z
      .string()
      .check(
        z.trim(),
        z.minLength(1),
        z.maxLength(contentMaxLength, 'A slip must be at most 2,000 characters long.'),
      ),
    /** Who may open it beside its author; null: everybody who reads the conversation. */
    recipientIds: z.nullable(
      z
        .array(z.number().check(z.int(), z.minimum(1), z.maximum(2_147_483_647)))
        .check(
          z.minLength(1, 'Please choose at least one person.'),
          z.maxLength(maxRecipients, 'A slip can be for at most 50 people.'),
        ),
    ),
    expiresInSeconds: z.number().check(z.int(), z.minimum(60), z.maximum(longestSeconds)),
    /** Each person can open it once. */
    once: z.boolean(),
  },
  reply: chatMessage,
  status: 201,
});

const view = z.object({ userId: z.number(), name: z.string(), openedAt: time });

export const slipState = z.object({
  slipId: z.string(),
  /** Why it cannot be opened by the asker now, as a sentence; null: it can. */
  closed: z.nullable(z.string()),
  /** When the asker has opened it first. */
  openedAt: z.nullable(z.string()),
  canRevoke: z.boolean(),
  /** For its author and who keeps order in the conversation; null for others. */
  followed: z.nullable(
    z.object({
      /** For whom it is beside its author; null: everybody who reads the conversation. */
      recipients: z.nullable(z.array(z.object({ userId: z.number(), name: z.string() }))),
      /** How many people have opened it, and who did when, the latest first, at most 200. */
      openerCount: z.number(),
      views: z.array(view),
    }),
  ),
});
export type SlipState = z.output<typeof slipState>;

const params = { slipId: z.uuid() };

export const getSlipState = endpoint({
  method: 'GET',
  path: '/api/slips/:slipId',
  summary: 'How a slip stands to the asker; never its content',
  access: 'signedIn',
  params,
  reply: slipState,
});

/** Not a GET: each time is recorded, and nothing on the way may keep the answer. */
export const openSlip = endpoint({
  method: 'POST',
  path: '/api/slips/:slipId/open',
  summary: 'Read a slip; who opens it when is recorded first',
  access: 'signedIn',
  params,
  reply: z.object({ content: z.string() }),
});

export const revokeSlip = endpoint({
  method: 'POST',
  path: '/api/slips/:slipId/revoke',
  summary: 'Destroy the content of a slip of one’s own before its time',
  access: 'signedIn',
  params,
  reply: message,
});

/** Somebody opened it, or it was revoked; to those who follow it. */
export const slipChanged = serverEvent('slip_changed', { slipId: z.string() });

/** The browser shows a slip that its reader follows, or shows it no more. */
export const watchSlip = clientEvent('watch_slip', { slipId: z.uuid(), watching: z.boolean() });
