import { sql } from 'kysely';
import { createEventLog } from '../../../platform/server/records/events.ts';
import type { EventData } from './tables.ts';

/** The history of leads; an event without an author is the system's. */
export const { addEvent, listEvents } = createEventLog<EventData, string | null>(
  'lead_events',
  'lead_id',
);

/** Why a lead went back to where it was before its appointment. */
export const canceledReason = 'Appointment canceled';

/** Condition on `lead_events e`: the customer was at the store. Going back to `showed`, or reopening, is no visit. */
export const isVisit = sql<boolean>`(e.kind = 'visit' or (e.kind = 'status'
  and e.data ->> 'to' = 'showed' and e.data ->> 'from' not in ('sold', 'lost', 'duplicate')
  and e.data ->> 'reason' is distinct from ${canceledReason}))`;
