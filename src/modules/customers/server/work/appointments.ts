import { type Kysely, sql } from 'kysely';
import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { conflict, notFound } from '../../../../platform/server/http/errors.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import {
  type Appointment,
  type AppointmentStatus,
  type addAppointment,
  nextStatuses,
} from '../../contract/work.ts';
import { assertOwnStore, storesOf } from '../policy.ts';
import { getVisible, knownTo } from '../reading/visible.ts';
import type { CustomersDb, CustomerTables } from '../tables.ts';
import { touch } from '../timeline/touch.ts';
import { assertWorksAt } from '../writing/check.ts';
import { subjectOf } from '../writing/create.ts';
import { readAppointments } from './rows.ts';
import { first, isOwnStore } from './tasks.ts';

interface AppointmentCommand {
  customerId: number;
  body: ValidOf<typeof addAppointment>['body'];
  ip: string;
}

/** Sets an appointment; repeating the clientId returns the same one. */
export async function setAppointment(
  db: CustomersDb,
  actor: Actor,
  { customerId, body, ip }: AppointmentCommand,
): Promise<Appointment> {
  const { clientId, startsAt, assigneeId = actor.userId, ...values } = body;
  assertOwnStore(actor, values.store);
  const id = await db.transaction().execute(async (tx) => {
    const customer = await getVisible(tx, actor, customerId, { lock: true });
    await assertWorksAt(tx, assigneeId, values.store, 'assigneeId');
    const added = await tx
      .insertInto('customer_appointments')
      .values({
        ...values,
        ...{ customer_id: customer.id, starts_at: new Date(startsAt), assigned_to: assigneeId },
        ...{ created_by: actor.userId, client_id: clientId },
      })
      .onConflict((same) => same.columns(['created_by', 'client_id']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!added) return null;
    await addStep(tx, actor, added.id, 'set');
    await touch(tx, customer.id, values.store);
    const after = { appointmentId: added.id, assigneeId };
    const subject = subjectOf(customer.id);
    await recordActivity(tx, { actor, action: 'customer.appointment_set', subject, after, ip });
    return added.id;
  });
  const match = id === null ? sql`p.client_id = ${clientId}` : sql`p.id = ${id}`;
  return first(await readAppointments(db, sql`where p.created_by = ${actor.userId} and ${match}`));
}

interface StatusCommand {
  appointmentId: number;
  version: number;
  status: AppointmentStatus;
  ip: string;
}

/** Changes the status; throws `conflict` for transitions that are not allowed. */
export async function changeAppointmentStatus(
  db: CustomersDb,
  actor: Actor,
  { appointmentId, version, status, ip }: StatusCommand,
): Promise<Appointment> {
  await db.transaction().execute(async (tx) => {
    const existing = await tx
      .selectFrom('customer_appointments as p')
      .innerJoin('customers as c', 'c.id', 'p.customer_id')
      .select(['p.version', 'p.store', 'p.status', 'c.root_id'])
      .where('p.id', '=', appointmentId)
      .where(isOwnStore(actor, 'p.store'))
      .where(knownTo(storesOf(actor), 'c.root_id'))
      .forUpdate('p')
      .executeTakeFirst();
    if (!existing) throw notFound();
    if (existing.status === status) return;
    if (existing.version !== version)
      throw conflict('Someone else changed this appointment. Reload and try again.');
    if (!nextStatuses[existing.status].includes(status))
      throw conflict(
        `An appointment can’t go from ${statusLabels[existing.status]} to ${statusLabels[status]}.`,
      );
    await tx
      .updateTable('customer_appointments')
      .set({ status, version: version + 1 })
      .where('id', '=', appointmentId)
      .execute();
    await addStep(tx, actor, appointmentId, status);
    await touch(tx, existing.root_id, existing.store);
    await recordActivity(tx, {
      actor,
      action: 'customer.appointment_changed',
      subject: subjectOf(existing.root_id),
      before: { status: existing.status },
      after: { status },
      ip,
    });
  });
  return first(await readAppointments(db, sql`where p.id = ${appointmentId}`));
}

const statusLabels: Record<AppointmentStatus, string> = {
  set: 'set',
  confirmed: 'confirmed',
  showed: 'showed',
  no_show: 'no-show',
  canceled: 'canceled',
};

const addStep = (tx: Kysely<CustomerTables>, actor: Actor, id: number, status: AppointmentStatus) =>
  tx
    .insertInto('customer_appointment_steps')
    .values({ appointment_id: id, status, author_id: actor.userId })
    .execute();
