import type { Status } from '../../contract/status.ts';
import type { LeadRow } from '../reading/rows.ts';
import type { LeadsDb } from '../tables.ts';
import { stopClock } from '../writing/answer.ts';

/** Who set an appointment or sold a car has talked to the customer; to give a lead up takes no answer. */
const takesAnswer: readonly Status[] = ['contacted', 'appointment', 'showed', 'sold'];

/** What becoming `status` writes on a lead beside it: how far it came, when that was the first time. */
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
    ...(takesAnswer.includes(status) && (await stopClock(tx, row, at))),
    ...(status === 'appointment' && { appointment_set_at: row.appointment_set_at ?? at }),
    ...(status === 'showed' && { showed_at: row.showed_at ?? at }),
    // Taken back, it was not sold.
    ...(status === 'sold' ? { sold_at: at } : row.status === 'sold' && { sold_at: null }),
  };
}
