import { createEventLog } from '../../../platform/server/records/events.ts';
import type { RequestEvent } from '../contract/requests.ts';

/** The history of requests; null as the author: the system. */
export const { addEvent, listEvents } = createEventLog<RequestEvent['data'], string | null>(
  'time_off_events',
  'request_id',
);
