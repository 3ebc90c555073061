import * as z from 'zod/mini';
import { endpoint } from '../../platform/contract/endpoint.ts';
import { message, time, utcInstant } from '../../platform/contract/fields.ts';
import { serverEvent } from '../../platform/contract/socket.ts';
import { attachment } from '../attachments/contract.ts';
import { acceptsSensitive, messageId, unsent, urgent } from '../chat/contract.ts';

export const scheduledMessage = z.object({
  id: z.string(),
  channelId: z.string(),
  threadId: z.nullable(z.string()),
  /** Replies only: also shows it in the channel's timeline. */
  alsoToChannel: z.boolean(),
  /** The quoted message. */
  replyToId: z.nullable(z.string()),
  content: z.string(),
  attachments: z.array(attachment),
  sendAt: time,
  /** Sent as urgent; counts toward the hourly limit when sent. */
  urgent: z.nullable(z.object({ reason: z.string() })),
  /** Why sending failed; null while pending. */
  failure: z.nullable(z.string()),
});
export type ScheduledMessage = z.output<typeof scheduledMessage>;

const sendAt = utcInstant;

export const listScheduled = endpoint({
  method: 'GET',
  path: '/api/chat/scheduled',
  summary: 'The user’s scheduled messages and failed sends, earliest first',
  access: 'signedIn',
  reply: z.array(scheduledMessage),
});

export const scheduleMessage = endpoint({
  method: 'POST',
  path: '/api/chat/scheduled',
  summary: 'Schedule a message; repeating an id returns the stored one',
  access: 'signedIn',
  body: {
    ...unsent,
    id: z.uuid(),
    sendAt,
    alsoToChannel: z.optional(z.boolean()),
    replyToId: z.optional(z.nullable(messageId)),
    urgent: z.optional(urgent),
    acceptsSensitive,
  },
  reply: scheduledMessage,
  status: 201,
});

export const changeScheduled = endpoint({
  method: 'PATCH',
  path: '/api/chat/scheduled/:scheduledId',
  summary: 'Change the text, time or urgency of a scheduled message',
  access: 'signedIn',
  params: { scheduledId: z.uuid() },
  body: {
    content: z.optional(unsent.content),
    sendAt: z.optional(sendAt),
    urgent: z.optional(urgent),
    acceptsSensitive,
  },
  reply: scheduledMessage,
});

export const cancelScheduled = endpoint({
  method: 'DELETE',
  path: '/api/chat/scheduled/:scheduledId',
  summary: 'Cancel a scheduled message',
  access: 'signedIn',
  params: { scheduledId: z.uuid() },
  reply: message,
});

/** Reload the list of scheduled messages. */
export const scheduledChanged = serverEvent('scheduled_changed', {});
