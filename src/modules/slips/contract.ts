import * as z from 'zod/mini';
import { endpoint } from '../../platform/contract/endpoint.ts';
import { id, message, text, time } from '../../platform/contract/fields.ts';
import { clientEvent, serverEvent } from '../../platform/contract/socket.ts';
import { channelId, chatMessage, clientMsgId, messageId } from '../chat/contract.ts';

/** The key of a slip in its message's `metadata.parts`. */
export const partName = 'slips';
export const contentMaxLength = 2_000;
export const labelMaxLength = 100;
export const maxRecipients = 50;
const dayMs = 24 * 60 * 60 * 1_000;
export const longestSeconds = (30 * dayMs) / 1_000;
/** How long an opened slip stays on the screen. */
export const shownForSeconds = 60;

/** Visible to everyone in the conversation: never the content or the recipients. */
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
  summary: 'Post a protected slip; its content is stored encrypted until it expires',
  access: 'signedIn',
  body: {
    channelId,
    clientMsgId,
    threadId: z.optional(z.nullable(messageId)),
    /** Visible to everyone in the conversation. */
    label: text(labelMaxLength),
    content: z
      .string()
      .check(
        z.trim(),
        z.minLength(1),
        z.maxLength(contentMaxLength, 'A slip can have at most 2,000 characters.'),
      ),
    /** Who may open it, besides the author; null: everyone in the conversation. */
    recipientIds: z.nullable(
      z
        .array(id)
        .check(
          z.minLength(1, 'Choose at least one person.'),
          z.maxLength(maxRecipients, 'A slip can have at most 50 recipients.'),
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
  /** Why the reader cannot open it now, as a sentence; null: they can. */
  closed: z.nullable(z.string()),
  /** When the reader first opened it. */
  openedAt: z.nullable(z.string()),
  canRevoke: z.boolean(),
  /** For its author and the conversation's moderators; null for others. */
  followed: z.nullable(
    z.object({
      /** Besides the author; null: everyone in the conversation. */
      recipients: z.nullable(z.array(z.object({ userId: z.number(), name: z.string() }))),
      /** How many people opened it; `views` lists the latest 200, newest first. */
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
  summary: 'State of a slip for the reader; never its content',
  access: 'signedIn',
  params,
  reply: slipState,
});

/** Not a GET: each opening is recorded, and no cache on the way may keep the reply. */
export const openSlip = endpoint({
  method: 'POST',
  path: '/api/slips/:slipId/open',
  summary: 'Open a slip; the opening is recorded first',
  access: 'signedIn',
  params,
  reply: z.object({ content: z.string() }),
});

export const revokeSlip = endpoint({
  method: 'POST',
  path: '/api/slips/:slipId/revoke',
  summary: 'Destroy the content of your own slip before it expires',
  access: 'signedIn',
  params,
  reply: message,
});

/** Someone opened it, or it was revoked; sent to those who may see the openings. */
export const slipChanged = serverEvent('slip_changed', { slipId: z.string() });

/** The browser starts or stops showing a slip whose openings the reader may see. */
export const watchSlip = clientEvent('watch_slip', { slipId: z.uuid(), watching: z.boolean() });
