import { createEventLog } from '../../../platform/server/records/events.ts';
import type { EventData } from './tables.ts';

/** The history of leads; an event without an author is the system's. */
export const { addEvent, listEvents } = createEventLog<EventData, string | null>(
  'lead_events',
  'lead_id',
);
