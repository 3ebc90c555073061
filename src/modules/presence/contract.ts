import * as z from 'zod/mini';
import { endpoint } from '../../platform/contract/endpoint.ts';
import { idParam, instant } from '../../platform/contract/fields.ts';
import { serverEvent } from '../../platform/contract/socket.ts';
import { person, type ShownStatus, shownStatus, status } from '../people/contract.ts';

/** What each status means to colleagues. */
export const statusDescriptions: Record<ShownStatus, string> = {
  online: 'Available and active',
  away: 'Temporarily away from desk',
  unavailable: 'Busy or do not disturb',
  invisible: 'Appear offline to others',
  'in-meeting': 'Currently in a meeting',
  'on-vacation': 'Out of office',
  offline: 'Not connected',
};

export const setStatus = endpoint({
  method: 'PATCH',
  path: '/api/users/:id/status',
  summary: 'Set your own presence status, with an optional message and end time',
  access: 'signedIn',
  params: { id: idParam },
  body: {
    status,
    /** Shown beside the status, such as “In the service lane”. */
    statusMessage: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(100)))),
    /** When it goes back to online automatically. */
    statusUntil: z.optional(z.nullable(instant)),
  },
  reply: person,
});

/** Bots count as accounts in the totals, but in no presence bucket. */
export const statusMetrics = z.object({
  totalUsers: z.number(),
  online: z.number(),
  away: z.number(),
  unavailable: z.number(),
  invisible: z.number(),
  offline: z.number(),
  adminUsers: z.number(),
  botUsers: z.number(),
  standardUsers: z.number(),
  /** Included in online. */
  inMeeting: z.number(),
  /** Included in away. */
  onVacation: z.number(),
  lunchBreak: z.number(),
});
export type StatusMetrics = z.output<typeof statusMetrics>;

export const getStatusMetrics = endpoint({
  method: 'GET',
  path: '/api/users/status-metrics',
  summary:
    'How many people are online, away, …; without user management the invisible count as offline',
  access: 'signedIn',
  query: { refresh: z.optional(z.string()) },
  reply: statusMetrics,
});

export const userStatusChange = serverEvent('user_status_change', {
  userId: z.number(),
  status: shownStatus,
  firstName: z.string(),
  lastName: z.string(),
  statusMessage: z.optional(z.nullable(z.string())),
  statusUntil: z.optional(z.nullable(z.string())),
});

/**
 * Sent in place of `user_status_change` and `user_joined` to clients that accept it: the current statuses of everyone whose
 * status changed within a moment. Without a message or an end there is none.
 */
export const statusesChanged = serverEvent('statuses_changed', {
  statuses: z.array(
    z.object({
      userId: z.number(),
      status: shownStatus,
      statusMessage: z.optional(z.string()),
      statusUntil: z.optional(z.string()),
    }),
  ),
});

/** Someone who was offline is connected. */
export const userJoined = serverEvent('user_joined', {
  userId: z.number(),
  status: shownStatus,
  firstName: z.string(),
  lastName: z.string(),
});
