import * as z from 'zod/mini';
import { endpoint } from '../../platform/contract/endpoint.ts';
import { clientEvent, serverEvent } from '../../platform/contract/socket.ts';

export const notificationTypes = ['error', 'warning', 'info', 'success', 'default'] as const;

const shape = {
  id: z.string(),
  timestamp: z.string(),
  title: z.string(),
  message: z.string(),
  type: z.enum(notificationTypes),
  /** A path of this application; one that carries `channel` opens that conversation. */
  actionUrl: z.optional(z.string()),
  actionLabel: z.optional(z.string()),
  /** Overrides do-not-disturb. */
  urgent: z.optional(z.boolean()),
  /** Arrives without a sound. */
  silent: z.optional(z.boolean()),
  /** Shown as a toast, whatever its type. */
  toast: z.optional(z.boolean()),
};

export const notification = z.object(shape);
export type Notification = z.output<typeof notification>;

export const notificationSent = serverEvent('notification', shape);
export const alertSent = serverEvent('alert', shape);

/** The unread count. Of two counts the one with the later `asOf` (microseconds) wins. */
const count = { unread: z.number(), asOf: z.number() };
export const unreadCount = z.object(count);
export type UnreadCount = z.output<typeof unreadCount>;

/** Sent to every device of the person after any change; a new notification is sent just before it. */
export const notificationsChanged = serverEvent('notifications_changed', {
  ...count,
  read: z.optional(z.array(z.string())),
  removed: z.optional(z.array(z.string())),
});

/** Whether the person is active in this tab. */
export const attention = clientEvent('attention', { focused: z.boolean() });

const notificationId = z.string().check(z.regex(/^[1-9]\d{0,14}$/));
/** Nothing newer than this one: what arrives during the call has not been seen. */
const upTo = z.optional(notificationId);

export const listedNotification = z.extend(notification, { read: z.boolean() });
export type ListedNotification = z.output<typeof listedNotification>;

export const listNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications',
  summary: 'List your notifications, newest first, with the unread count',
  access: 'signedIn',
  query: {
    before: z.optional(notificationId),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200)), 50),
  },
  reply: z.object({
    ...count,
    notifications: z.array(listedNotification),
    /** Cursor of the next page; null at the end. */
    nextBefore: z.nullable(z.string()),
  }),
});

export const readNotification = endpoint({
  method: 'PUT',
  path: '/api/notifications/:id/read',
  summary: 'Mark one of your notifications as read, on every device',
  access: 'signedIn',
  params: { id: notificationId },
  reply: unreadCount,
});

export const readAllNotifications = endpoint({
  method: 'POST',
  path: '/api/notifications/read-all',
  summary: 'Mark all your notifications as read',
  access: 'signedIn',
  body: { upTo },
  reply: unreadCount,
});

export const removeNotification = endpoint({
  method: 'DELETE',
  path: '/api/notifications/:id',
  summary: 'Remove one of your notifications',
  access: 'signedIn',
  params: { id: notificationId },
  reply: unreadCount,
});

export const removeAllNotifications = endpoint({
  method: 'DELETE',
  path: '/api/notifications',
  summary: 'Remove all your notifications',
  access: 'signedIn',
  query: { upTo },
  reply: unreadCount,
});

export const clearChatNotifications = endpoint({
  method: 'POST',
  path: '/api/notifications/clear-chat',
  summary: 'Remove notifications that link to conversations, or to one conversation',
  access: 'signedIn',
  body: { channelId: z.optional(z.string().check(z.minLength(1), z.maxLength(200))) },
  reply: unreadCount,
});
