import { type RawBuilder, sql } from 'kysely';
import { conflict, invalid, notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import { assertWorksAt } from '../../../../platform/server/records/staff.ts';
import { inStores } from '../../../../platform/server/records/stores.ts';
import { assertVersion } from '../../../../platform/server/records/versions.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import type * as calls from '../../contract/work.ts';
import { type Appointment, type AppointmentStatus, nextStatuses } from '../../contract/work.ts';
import type { AppointmentFollower, CustomerParts, FollowedAppointment } from '../parts.ts';
import { assertOwnStore, storesOf } from '../policy.ts';
import { publishWorkChange } from '../publish.ts';
import type { CustomerServices } from '../services.ts';
import type { CustomersDb } from '../tables.ts';
import { touchCustomer } from '../touch.ts';
import { getVisibleCustomer, knownTo, subjectOf, worksWithCustomers } from '../visible.ts';
import { readAppointments } from './rows.ts';

/** Repeating the clientId returns the same appointment. */
export function addAppointment(services: CustomerServices): Handler<typeof calls.addAppointment> {
  const { db, writes, parts } = services;
  return async ({ actor, params: { customerId }, body, ip }) => {
    await writes.consume(String(actor.userId));
    const { clientId, store, kind, startsAt, note, assigneeId = actor.userId } = body;
    assertOwnStore(actor, store);
    let publishFollowed = noFollowers;
    const appointmentId = await db.transaction().execute(async (tx) => {
      await lockFollowers(tx, parts, { customerId, appointmentId: null });
      const customer = await getVisibleCustomer(tx, actor, customerId, { lock: true });
      await assertWorksAt(tx, assigneeId, store, 'assigneeId', worksWithCustomers);
      const absence = await parts.describeAbsence(tx, assigneeId, new Date(startsAt));
      if (absence) {
        throw invalid(`${absence}. Choose another time or employee.`, { startsAt: absence });
      }
      const added = await tx
        .insertInto('customer_appointments')
        .values({
          customer_id: customer.id,
          store,
          kind,
          starts_at: new Date(startsAt),
          note,
          assigned_to: assigneeId,
          created_by: actor.userId,
          client_id: clientId,
        })
        .onConflict((same) => same.columns(['created_by', 'client_id']).doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!added) return null;
      await addStep(tx, actor, added.id, 'set');
      await touchCustomer(tx, customer.id, store);
      await recordActivity(tx, {
        actor,
        action: 'customer.appointment_set',
        subject: subjectOf(customer.id),
        after: { appointmentId: added.id, assigneeId },
        ip,
      });
      publishFollowed = await followAll(tx, parts, {
        id: added.id,
        customerId: customer.id,
        store,
        kind,
        startsAt: new Date(startsAt),
        before: null,
        status: 'set',
        actor,
      });
      return added.id;
    });
    const where =
      appointmentId === null ? sql`p.client_id = ${clientId}` : sql`p.id = ${appointmentId}`;
    const appointment = await getAppointment(
      db,
      sql`where p.created_by = ${actor.userId} and ${where}`,
    );
    await publishWorkChange(services, actor, appointment.customerId);
    await publishFollowed();
    return appointment;
  };
}

/** Throws `conflict` for transitions that are not allowed. */
export function setAppointmentStatus(
  services: CustomerServices,
): Handler<typeof calls.setAppointmentStatus> {
  const { db, writes, parts } = services;
  return async ({ actor, params: { appointmentId }, body: { version, status }, ip }) => {
    await writes.consume(String(actor.userId));
    let publishFollowed = noFollowers;
    await db.transaction().execute(async (tx) => {
      await lockFollowers(tx, parts, { customerId: null, appointmentId });
      const existing = await tx
        .selectFrom('customer_appointments as p')
        .innerJoin('customers as c', 'c.id', 'p.customer_id')
        .select(['p.version', 'p.store', 'p.status', 'p.kind', 'p.starts_at', 'c.root_id'])
        .where('p.id', '=', appointmentId)
        .where(inStores('p.store', storesOf(actor)))
        .where(knownTo(storesOf(actor), 'c.root_id'))
        .forUpdate('p')
        .executeTakeFirst();
      if (!existing) throw notFound();
      if (existing.status === status) return;
      assertVersion(existing, version, 'this appointment');
      if (!nextStatuses[existing.status].includes(status))
        throw conflict(
          `An appointment can’t go from ${statusLabels[existing.status]} to ${statusLabels[status]}.`,
        );
      if (status === 'no_show' && existing.starts_at.getTime() > Date.now())
        throw conflict('A no-show can be marked once the appointment time has passed.');
      await tx
        .updateTable('customer_appointments')
        .set({ status, version: version + 1 })
        .where('id', '=', appointmentId)
        .execute();
      await addStep(tx, actor, appointmentId, status);
      await touchCustomer(tx, existing.root_id, existing.store);
      await recordActivity(tx, {
        actor,
        action: 'customer.appointment_changed',
        subject: subjectOf(existing.root_id),
        before: { status: existing.status },
        after: { status },
        ip,
      });
      publishFollowed = await followAll(tx, parts, {
        id: appointmentId,
        customerId: existing.root_id,
        store: existing.store,
        kind: existing.kind,
        startsAt: existing.starts_at,
        before: existing.status,
        status,
        actor,
      });
    });
    const appointment = await getAppointment(db, sql`where p.id = ${appointmentId}`);
    await publishWorkChange(services, actor, appointment.customerId);
    await publishFollowed();
    return appointment;
  };
}

const noFollowers = async () => {};

async function lockFollowers(
  tx: CustomersDb,
  { appointments }: CustomerParts,
  about: Parameters<AppointmentFollower['lock']>[1],
): Promise<void> {
  for (const follower of appointments) await follower.lock(tx, about);
}

async function followAll(
  tx: CustomersDb,
  { appointments }: CustomerParts,
  appointment: FollowedAppointment,
): Promise<() => Promise<void>> {
  const publish: (() => Promise<void>)[] = [];
  for (const follower of appointments) publish.push(await follower.follow(tx, appointment));
  return async () => {
    for (const one of publish) await one();
  };
}

async function getAppointment(db: CustomersDb, where: RawBuilder<unknown>): Promise<Appointment> {
  const [appointment] = await readAppointments(db, where);
  if (!appointment) throw notFound();
  return appointment;
}

const statusLabels: Record<AppointmentStatus, string> = {
  set: 'set',
  confirmed: 'confirmed',
  showed: 'showed',
  no_show: 'no-show',
  canceled: 'canceled',
};

/** Records when, and by whom, the appointment reached a status. */
export async function addStep(
  tx: CustomersDb,
  actor: Pick<Actor, 'userId'>,
  appointmentId: number,
  status: AppointmentStatus,
): Promise<void> {
  await tx
    .insertInto('customer_appointment_steps')
    .values({ appointment_id: appointmentId, status, author_id: actor.userId })
    .execute();
}
