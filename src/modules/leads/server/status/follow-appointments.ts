import { type RawBuilder, sql } from 'kysely';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import type { AppointmentFollower, FollowedAppointment } from '../../../customers/server/public.ts';
import { publishNotifications, type Unpublished } from '../../../notifications/server/public.ts';
import { isOpen, type Status } from '../../contract/status.ts';
import { addEvent, canceledReason, isVisit } from '../events.ts';
import { withdrawAll } from '../notify.ts';
import { publishChanged } from '../publish.ts';
import { type LeadRow, ofCustomer, selectLeads } from '../reading/rows.ts';
import type { LeadsDb } from '../tables.ts';
import { applyNoShow } from './no-show.ts';
import { columnsOf, statusWithout } from './reached.ts';

/**
 * Leads follow the appointments of their customer, wherever those are set: on the customer’s page, in the list of
 * today, or in the showroom.
 */
export function followAppointments(platform: Platform): AppointmentFollower {
  return {
    async lock(tx, { customerId, appointmentId }) {
      const own = customerId === null ? sql`false` : openOf(customerId);
      const linked = appointmentId === null ? sql`false` : sql`l.appointment_id = ${appointmentId}`;
      await sql`select from leads l where ${own} or ${linked} order by l.id for update`.execute(tx);
    },

    async follow(anyTx, appointment) {
      const tx: LeadsDb = anyTx;
      const rows = await findLeads(tx, appointment);
      const notifications: Unpublished[] = [];
      // One appointment belongs to one lead; two only after a merge by hand.
      for (const row of rows) notifications.push(...(await followOne(tx, row, appointment)));
      return async () => {
        publishChanged(platform, ...rows);
        await publishNotifications(platform, ...notifications);
      };
    },
  };
}

const openOf = (customerId: number) => sql`(l.is_open and ${ofCustomer(customerId)})`;

/** The leads the appointment belongs to; a new one belongs to the customer’s latest open lead at the store. */
function findLeads(tx: Db<AnyTables>, appointment: FollowedAppointment): Promise<LeadRow[]> {
  const { id, customerId, store, kind, before, startsAt } = appointment;
  if (before !== null) return readLeads(tx, sql`l.appointment_id = ${id} order by l.id`);
  if (kind !== 'sales' || startsAt.getTime() <= Date.now()) return Promise.resolve([]);
  return readLeads(
    tx,
    sql`l.store = ${store} and l.status <> 'appointment' and ${openOf(customerId)}
      order by l.last_at desc, l.id desc limit 1`,
  );
}

async function readLeads(tx: Db<AnyTables>, where: RawBuilder<unknown>): Promise<LeadRow[]> {
  const { rows } = await sql<LeadRow>`${selectLeads} where ${where}`.execute(tx);
  return rows;
}

async function followOne(
  tx: LeadsDb,
  row: LeadRow,
  appointment: FollowedAppointment,
): Promise<Unpublished[]> {
  const { before, status, actor } = appointment;
  // A no-show that is corrected never happened.
  const corrected = before === 'no_show' ? { no_show_at: null } : {};
  switch (status) {
    case 'no_show':
      return isOpen(row.status) ? [await applyNoShow(tx, actor, row)] : [];
    case 'showed':
      return change(tx, row, (await mayReach(tx, row, 'showed')) ? 'showed' : null, {
        ...appointment,
        columns: corrected,
        reason: null,
      });
    case 'canceled':
      return change(tx, row, row.status === 'appointment' ? statusWithout(row) : null, {
        ...appointment,
        columns: corrected,
        reason: canceledReason,
      });
    case 'set': {
      const isAgain = before !== null;
      const mayReturn = isAgain ? await mayReach(tx, row, 'appointment') : isOpen(row.status);
      return change(tx, row, mayReturn ? 'appointment' : null, {
        ...appointment,
        columns: {
          ...corrected,
          ...(mayReturn && {
            appointment_at: appointment.startsAt,
            appointment_id: appointment.id,
          }),
        },
        reason: isAgain ? 'Appointment reopened' : null,
      });
    }
    default:
      return [];
  }
}

const steps: readonly Status[] = ['new', 'attempted', 'contacted', 'appointment', 'showed'];

/** Whether an open lead has not come so far yet, or has only gone back to `showed` without its appointment. */
async function mayReach(tx: LeadsDb, { id, status }: LeadRow, to: Status): Promise<boolean> {
  if (status !== 'showed') return isOpen(status) && steps.indexOf(status) < steps.indexOf(to);
  const { rows } = await sql<{ came: boolean }>`
    select ${isVisit} as came from lead_events e
    where e.lead_id = ${id} and e.kind in ('visit', 'status', 'no_show')
    order by e.id desc limit 1`.execute(tx);
  return rows[0]?.came === false;
}

interface Change extends FollowedAppointment {
  columns: Partial<Pick<LeadRow, 'no_show_at' | 'appointment_at' | 'appointment_id'>>;
  reason: string | null;
}

/** Null: the status stays. */
async function change(
  tx: LeadsDb,
  row: LeadRow,
  to: Status | null,
  { columns, reason, actor, status }: Change,
): Promise<Unpublished[]> {
  if (to === null && Object.keys(columns).length === 0) return [];
  const at = new Date();
  await tx
    .updateTable('leads')
    .set({
      // A lead that goes back to where it was has reached nothing.
      ...(to && status !== 'canceled' && (await columnsOf(tx, row, to, at))),
      ...(to && { status: to }),
      ...columns,
      version: row.version + 1,
      last_at: at,
    })
    .where('id', '=', row.id)
    .execute();
  if (to === null) return [];
  // A no-show that was none: the lead went from its appointment to the visit.
  const from = row.status === to ? 'appointment' : row.status;
  const event = { kind: 'status', from, to, reason } as const;
  await addEvent(tx, row.id, actor.userId, event, { at });
  return [await withdrawAll(tx, row.id)];
}
