import * as z from 'zod/mini';
import { endpoint } from '../../platform/contract/endpoint.ts';
import { idParam, instant } from '../../platform/contract/fields.ts';
import { serverEvent } from '../../platform/contract/socket.ts';
import { person, type ShownStatus, shownStatus, status } from '../people/contract.ts';

/** What each status says to colleagues. */
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
  summary: 'Set your own presence status, with a message and an end where you like',
  access: 'signedIn',
  params: { id: idParam },
  body: {
    status,
    /** “In the service lane”: shown beside the status. */
    statusMessage: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(100)))),
    /** When it goes back to online by itself. */
    statusUntil: z.optional(z.nullable(instant)),
  },
  reply: person,
});

/** Bots are accounts, not people: they count in the totals and in no bucket. */
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
  /** Within online. */
  inMeeting: z.number(),
  /** Within away. */
  onVacation: z.number(),
  lunchBreak: z.number(),
});
export type StatusMetrics = z.output<typeof statusMetrics>;

export const getStatusMetrics = endpoint({
  method: 'GET',
  path: '/api/users/status-metrics',
  summary:
    'How many people are online, away, …; who does not manage people sees the invisible as offline',
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

/** Somebody who was offline is here. */
export const userJoined = serverEvent('user_joined', {
  userId: z.number(),
  status: shownStatus,
  firstName: z.string(),
  lastName: z.string(),
});
