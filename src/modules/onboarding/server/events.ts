import { createEventLog } from '../../../platform/server/records/events.ts';
import type { RunEvent } from '../contract.ts';

/** The history of runs; an event without an author is the system’s. */
export const { addEvent, listEvents } = createEventLog<RunEvent['data'], string | null>(
  'onboarding_events',
  'run_id',
);
