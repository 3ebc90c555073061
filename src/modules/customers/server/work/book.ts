import { sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import type { CustomersDb } from '../tables.ts';
import { touchCustomer } from '../touch.ts';
import { subjectOf } from '../visible.ts';
import { addStep } from './appointments.ts';

interface Booking {
  customerId: number;
  store: Store;
  startsAt: Date;
  /** The employee they meet. */
  assigneeId: number;
  /** Truncated to 500 characters. */
  note: string;
  ip: string;
}

/**
 * Sets a sales appointment in the transaction of a module above, which has checked that the actor may see
 * the customer and works at the store. Returns its id.
 */
export async function bookAppointment(
  anyTx: Db<AnyTables>,
  actor: Actor,
  booking: Booking,
): Promise<number> {
  const tx: CustomersDb = anyTx;
  const { customerId, store, startsAt, assigneeId, note, ip } = booking;
  const { id } = await tx
    .insertInto('customer_appointments')
    .values({
      customer_id: customerId,
      store,
      kind: 'sales',
      starts_at: startsAt,
      note: note.slice(0, 500),
      assigned_to: assigneeId,
      created_by: actor.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await addStep(tx, actor, id, 'set');
  await touchCustomer(tx, customerId, store);
  await recordActivity(tx, {
    actor,
    action: 'customer.appointment_set',
    subject: subjectOf(customerId),
    after: { appointmentId: id, assigneeId },
    ip,
  });
  return id;
}

/**
 * Reschedules an appointment, which then needs to be confirmed again. Returns false if it was no longer
 * ahead; then it stays unchanged.
 */
export async function rebookAppointment(
  anyTx: Db<AnyTables>,
  actor: Actor,
  { id, customerId, startsAt, ip }: { id: number; customerId: number; startsAt: Date; ip: string },
): Promise<boolean> {
  const tx: CustomersDb = anyTx;
  const updated = await tx
    .updateTable('customer_appointments')
    .set({ starts_at: startsAt, status: 'set', version: sql<number>`version + 1` })
    .where('id', '=', id)
    .where('status', 'in', ['set', 'confirmed'])
    .returning('id')
    .executeTakeFirst();
  if (!updated) return false;
  await addStep(tx, actor, id, 'set');
  await recordActivity(tx, {
    actor,
    action: 'customer.appointment_moved',
    subject: subjectOf(customerId),
    after: { appointmentId: id, startsAt: startsAt.toISOString() },
    ip,
  });
  return true;
}

/** Marks an appointment as showed, missed or canceled if that was still open. A passed one is not canceled anymore. */
export async function closeAppointment(
  anyTx: Db<AnyTables>,
  actor: Pick<Actor, 'userId'>,
  id: number,
  status: 'showed' | 'no_show' | 'canceled',
): Promise<void> {
  const tx: CustomersDb = anyTx;
  const updated = await tx
    .updateTable('customer_appointments')
    .set({ status, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .where('status', 'in', ['set', 'confirmed'])
    .where(status === 'canceled' ? sql<boolean>`starts_at > now()` : sql<boolean>`true`)
    .returning('id')
    .executeTakeFirst();
  if (updated) await addStep(tx, actor, id, status);
}
