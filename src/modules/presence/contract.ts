import * as z from 'zod/mini';
import { endpoint } from '../../platform/contract/endpoint.ts';
import { idParam } from '../../platform/contract/fields.ts';
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
  summary: 'Set your own presence status',
  access: 'signedIn',
  params: { id: idParam },
  body: { status },
  reply: person,
});

export const userStatusChange = serverEvent('user_status_change', {
  userId: z.number(),
  status: shownStatus,
  firstName: z.string(),
  lastName: z.string(),
});
