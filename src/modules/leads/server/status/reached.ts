import type { Actor } from '../../../../platform/server/http/actor.ts';
import { closeAppointment } from '../../../customers/server/public.ts';
import type { ClockStop } from '../../contract/lead.ts';
import { isOpen, type Status } from '../../contract/status.ts';
import type { LeadRow } from '../reading/rows.ts';
import type { LeadsDb } from '../tables.ts';
import { type ResponseTimes, respondedColumns } from '../writing/response.ts';

/** The response a status implies; a lead can be closed as lost without one. */
const implied: Partial<Record<Status, ClockStop>> = {
  attempted: 'attempt',
  contacted: 'contact',
  appointment: 'contact',
  showed: 'contact',
  sold: 'contact',
};

/** How far a lead has come if its appointment falls through. */
export const statusWithout = ({ showed_at }: Pick<LeadRow, 'showed_at'>) =>
  showed_at === null ? 'contacted' : 'showed';

/** Closes the appointment in the customer record that a lead no longer waits for; its row must be locked. */
export async function endAppointment(
  tx: LeadsDb,
  actor: Pick<Actor, 'userId'>,
  { appointment_id: id }: Pick<LeadRow, 'appointment_id'>,
  to: Status,
): Promise<void> {
  if (id === null) return;
  await closeAppointment(tx, actor, id, to === 'showed' ? 'showed' : 'canceled');
}

/**
 * Columns set along with a new status: response and milestones, each at its first time. A sale leaves `showed_at` to
 * real visits: whether a sold lead counts as showed follows from `is_remote`.
 */
export async function columnsOf(
  tx: LeadsDb,
  row: ResponseTimes &
    Pick<LeadRow, 'status' | 'appointment_set_at' | 'showed_at' | 'be_backs' | 'sold_at'>,
  status: Status,
  at: Date,
) {
  const kind = implied[status];
  return {
    ...(kind && (await respondedColumns(tx, row, kind, at))),
    ...(status === 'appointment' && { appointment_set_at: row.appointment_set_at ?? at }),
    ...(status === 'showed' && {
      showed_at: row.showed_at ?? at,
      // Reopening a lead that had showed is no visit.
      be_backs: row.showed_at !== null && isOpen(row.status) ? row.be_backs + 1 : row.be_backs,
    }),
    // An undone sale clears its facts.
    ...(status === 'sold'
      ? { sold_at: at }
      : row.status === 'sold' && { sold_at: null, is_remote: false }),
  };
}
