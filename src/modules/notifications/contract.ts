import * as z from 'zod/mini';
import { serverEvent } from '../../platform/contract/socket.ts';

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
};

export const notification = z.object(shape);
export type Notification = z.output<typeof notification>;

export const notificationSent = serverEvent('notification', shape);
export const alertSent = serverEvent('alert', shape);
