import { type Kysely, sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import type { CustomerTables } from '../tables.ts';
import { touch } from '../timeline/touch.ts';
import { subjectOf } from '../writing/create.ts';

type Tx = Kysely<CustomerTables>;

interface Booking {
  customerId: number;
  store: Store;
  startsAt: Date;
  /** Who receives them. */
  assigneeId: number;
  /** At most 500 characters are kept. */
  note: string;
  ip: string;
}

/**
 * Sets an appointment of sales in the transaction of a room above, which has found that the actor may see
 * the customer and works at the store. Answers its number.
 */
export async function bookAppointment(
  anyTx: Db<AnyTables>,
  actor: Actor,
  booking: Booking,
): Promise<number> {
  const tx: Tx = anyTx;
  const { customerId, store, startsAt, assigneeId, note, ip } = booking;
  const { id } = await tx
    .insertInto('customer_appointments')
    .values({
      ...{ customer_id: customerId, store, kind: 'sales', starts_at: startsAt },
      ...{ note: note.slice(0, 500), assigned_to: assigneeId, created_by: actor.userId },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await step(tx, actor, id, 'set');
  await touch(tx, customerId, store);
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
 * They come at another time: what was confirmed is to be confirmed again. Answers whether it was still ahead;
 * one that was kept, missed or canceled stays as it is.
 */
export async function rebookAppointment(
  anyTx: Db<AnyTables>,
  actor: Actor,
  { id, customerId, startsAt, ip }: { id: number; customerId: number; startsAt: Date; ip: string },
): Promise<boolean> {
  const tx: Tx = anyTx;
  const moved = await tx
    .updateTable('customer_appointments')
    .set({ starts_at: startsAt, status: 'set', version: sql<number>`version + 1` })
    .where('id', '=', id)
    .where('status', 'in', ['set', 'confirmed'])
    .returning('id')
    .executeTakeFirst();
  if (!moved) return false;
  await step(tx, actor, id, 'set');
  await recordActivity(tx, {
    actor,
    action: 'customer.appointment_moved',
    subject: subjectOf(customerId),
    after: { appointmentId: id, startsAt: startsAt.toISOString() },
    ip,
  });
  return true;
}

/** They came: an appointment that was ahead is kept, of any other nothing changes. */
export async function noteAppointmentKept(
  anyTx: Db<AnyTables>,
  actor: Actor,
  id: number,
): Promise<void> {
  const tx: Tx = anyTx;
  const kept = await tx
    .updateTable('customer_appointments')
    .set({ status: 'showed', version: sql<number>`version + 1` })
    .where('id', '=', id)
    .where('status', 'in', ['set', 'confirmed'])
    .returning('id')
    .executeTakeFirst();
  if (kept) await step(tx, actor, id, 'showed');
}

const step = (tx: Tx, actor: Actor, id: number, status: 'set' | 'showed') =>
  tx
    .insertInto('customer_appointment_steps')
    .values({ appointment_id: id, status, author_id: actor.userId })
    .execute();
