import type { ClockStop } from '../../contract/lead.ts';
import { openSeconds } from '../../contract/open-hours.ts';
import type { LeadRow } from '../reading/rows.ts';
import { getClockStop } from '../routing/response-clock.ts';
import { readRouting } from '../routing/routing.ts';
import type { LeadsDb } from '../tables.ts';

export type ResponseTimes = Pick<
  LeadRow,
  'store' | 'received_at' | 'answered_at' | 'attempted_at' | 'contacted_at'
>;

/**
 * The columns set by an attempt to reach the customer, or by a contact, which is an attempt too. Each keeps its first
 * time, and the one the group chose stops the clock. The lead must be locked.
 */
export async function respondedColumns(
  tx: LeadsDb,
  lead: ResponseTimes,
  kind: ClockStop,
  at: Date,
) {
  const isAttempt = lead.attempted_at === null;
  const isContact = kind === 'contact' && lead.contacted_at === null;
  if (!isAttempt && !isContact) return {};
  const routing = (await readRouting(tx)).get(lead.store);
  const seconds = routing ? openSeconds(routing, lead.received_at.getTime(), at.getTime()) : 0;
  const stops = (await getClockStop(tx)) === 'attempt' ? isAttempt : isContact;
  return {
    ...(isAttempt && { attempted_at: at, attempt_seconds: seconds }),
    ...(isContact && { contacted_at: at, contact_seconds: seconds }),
    ...(stops && lead.answered_at === null && { answered_at: at, answer_seconds: seconds }),
  };
}
