import * as z from 'zod/mini';
import {
  department,
  departments,
  type Role,
  role,
  roles,
  stores,
} from '../../platform/contract/access.ts';
import { endpoint } from '../../platform/contract/endpoint.ts';
import { instant, text, time } from '../../platform/contract/fields.ts';
import { clientEvent, serverEvent } from '../../platform/contract/socket.ts';
import { channelId, chatMessage, clientMsgId } from '../chat/contract.ts';
import { shownStatus } from '../people/contract.ts';

/** The key of a notice in its message's `metadata.parts`. */
export const partName = 'notices';
export const titleMaxLength = 200;
export const textMaxLength = 4_000;
/** The shortest time between two manual reminders. */
export const remindEverySeconds = 15 * 60;

export const kinds = ['stop_sale', 'recall', 'safety', 'price_change', 'policy'] as const;
export type Kind = (typeof kinds)[number];
export const kindNames: Record<Kind, string> = {
  stop_sale: 'Stop-sale',
  recall: 'Recall',
  safety: 'Safety',
  price_change: 'Price change',
  policy: 'Policy',
};
/** Kinds that override do-not-disturb. */
export const urgentKinds: readonly Kind[] = ['stop_sale', 'recall', 'safety'];

/** Managers and above may post notices in channels they can read. */
export const mayPost = (of: Role): boolean => roles.indexOf(of) >= roles.indexOf('manager');

const noticeId = z.uuid();
const params = { id: noticeId };
const dueAt = instant;

/** The part of the message, the same for every reader: never who has confirmed. */
export const noticePart = z.object({
  noticeId: z.string(),
  kind: z.enum(kinds),
  title: z.string(),
  text: z.string(),
  dueAt: time,
  /** The recipients who can still read the channel, or have confirmed. */
  total: z.number(),
  confirmed: z.number(),
  closedAt: z.nullable(z.string()),
});
export type NoticePart = z.output<typeof noticePart>;

/** Limits the recipients within the channel; an empty list means any. */
export const audience = z.strictObject({
  departments: z.array(department).check(z.maxLength(departments.length)),
  stores: z.array(z.enum(stores)).check(z.maxLength(stores.length)),
  roles: z.array(role).check(z.maxLength(roles.length)),
});
export type Audience = z.output<typeof audience>;
export const everyone: Audience = { departments: [], stores: [], roles: [] };

export const postNotice = endpoint({
  method: 'POST',
  path: '/api/notices/channels/:channelId',
  summary:
    'Post a notice that people must confirm; repeating a clientMsgId returns the notice already posted',
  access: 'signedIn',
  params: { channelId },
  body: {
    clientMsgId,
    kind: z.enum(kinds),
    title: text(titleMaxLength),
    text: text(textMaxLength),
    audience: z._default(audience, everyone),
    dueAt,
  },
  reply: chatMessage,
  status: 201,
});

export const countAudience = endpoint({
  method: 'POST',
  path: '/api/notices/channels/:channelId/audience',
  summary: 'Count the people a notice would ask to confirm',
  access: 'signedIn',
  params: { channelId },
  body: { audience },
  reply: z.object({ count: z.number() }),
});

/** A notice for someone who must confirm it. */
export const myNotice = z.object({
  noticeId: z.string(),
  channelId: z.string(),
  messageId: z.string(),
  kind: z.enum(kinds),
  title: z.string(),
  text: z.string(),
  authorName: z.string(),
  postedAt: time,
  dueAt: time,
  closedAt: z.nullable(z.string()),
  confirmedAt: z.nullable(z.string()),
});
export type MyNotice = z.output<typeof myNotice>;

export const listMyNotices = endpoint({
  method: 'GET',
  path: '/api/notices/mine',
  summary: 'List the notices you must confirm, next due first, then those of the last 30 days',
  access: 'signedIn',
  reply: z.array(myNotice),
});

/** The state of a notice for the reader. */
export const noticeState = z.object({
  noticeId: z.string(),
  required: z.boolean(),
  confirmedAt: z.nullable(z.string()),
  /** The last manual reminder to everyone who had not confirmed. */
  remindedAt: z.nullable(z.string()),
  can: z.object({
    /** See who has confirmed, remind the others, download the proof. */
    follow: z.boolean(),
    /** Close it early, or extend the due time. */
    change: z.boolean(),
  }),
});
export type NoticeState = z.output<typeof noticeState>;

export const getNoticeState = endpoint({
  method: 'GET',
  path: '/api/notices/:id',
  summary: 'Whether you must confirm a notice or already have, and what you may do with it',
  access: 'signedIn',
  params,
  reply: noticeState,
});

export const confirmNotice = endpoint({
  method: 'POST',
  path: '/api/notices/:id/confirm',
  summary: 'Confirm that you have read a notice; repeating it changes nothing',
  access: 'signedIn',
  params,
  reply: noticeState,
});

/** `gone`: the account is no longer active. `left`: they may no longer read the conversation. */
export const standing = z.enum(['here', 'left', 'gone']);

export const noticePerson = z.object({
  userId: z.number(),
  /** Their name when the notice was posted. */
  name: z.string(),
  department: z.nullable(department),
  stores: z.array(z.string()),
  status: shownStatus,
  standing,
  confirmedAt: z.nullable(z.string()),
  remindedAt: z.nullable(z.string()),
  escalatedAt: z.nullable(z.string()),
});
export type NoticePerson = z.output<typeof noticePerson>;

export const listNoticePeople = endpoint({
  method: 'GET',
  path: '/api/notices/:id/people',
  summary: 'List the recipients, those who have not confirmed first',
  access: 'signedIn',
  params,
  reply: z.array(noticePerson),
});

export const remindNotice = endpoint({
  method: 'POST',
  path: '/api/notices/:id/remind',
  summary: 'Remind everyone who has not confirmed; at most once in 15 minutes',
  access: 'signedIn',
  params,
  reply: noticeState,
});

export const closeNotice = endpoint({
  method: 'POST',
  path: '/api/notices/:id/close',
  summary: 'Close your own notice: no one needs to confirm it after that',
  access: 'signedIn',
  params,
  reply: noticeState,
});

export const extendNotice = endpoint({
  method: 'PUT',
  path: '/api/notices/:id/due',
  summary: 'Extend the due time of your own notice',
  access: 'signedIn',
  params,
  body: { dueAt },
  reply: noticeState,
});

/** The recipient's state of a notice; null: it is gone. Sent to all their devices. */
export const myNoticeChanged = serverEvent('notice_changed', {
  noticeId: z.string(),
  mine: z.nullable(myNotice),
});

/** Someone confirmed or was reminded, or the notice changed: the list is out of date. */
export const noticeProgressed = serverEvent('notice_progressed', { noticeId: z.string() });

/** Starts or stops following the progress of a notice. */
export const watchNotice = clientEvent('notice_watch', {
  noticeId,
  watching: z.boolean(),
});
