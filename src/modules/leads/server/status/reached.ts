import type { Status } from '../../contract/status.ts';
import type { LeadRow } from '../reading/rows.ts';
import type { LeadsDb } from '../tables.ts';
import { stopClock } from '../writing/answer.ts';

/** Statuses that imply a response; a lead can be closed as lost without one. */
const impliesResponse: readonly Status[] = ['contacted', 'appointment', 'showed', 'sold'];

/** Columns set along with a new status: response and milestones, each at its first time. */
export async function columnsOf(
  tx: LeadsDb,
  row: Pick<
    LeadRow,
    | 'store'
    | 'received_at'
    | 'answered_at'
    | 'status'
    | 'appointment_set_at'
    | 'showed_at'
    | 'sold_at'
  >,
  status: Status,
  at: Date,
) {
  return {
    ...(impliesResponse.includes(status) && (await stopClock(tx, row, at))),
    ...(status === 'appointment' && { appointment_set_at: row.appointment_set_at ?? at }),
    ...(status === 'showed' && { showed_at: row.showed_at ?? at }),
    // An undone sale clears the date.
    ...(status === 'sold' ? { sold_at: at } : row.status === 'sold' && { sold_at: null }),
  };
}
