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
import { getSeen, knownTo } from '../reading/visible.ts';
import type { CustomersDb, CustomerTables } from '../tables.ts';
import { touch } from '../timeline/touch.ts';
import { assertWorksAt } from '../writing/check.ts';
import { subjectOf } from '../writing/create.ts';
import { readAppointments } from './rows.ts';
import { first, isOwnStore } from './tasks.ts';

interface Setting {
  customerId: number;
  body: ValidOf<typeof addAppointment>['body'];
  ip: string;
}

/** Sets an appointment, once. */
export async function setAppointment(
  db: CustomersDb,
  actor: Actor,
  { customerId, body, ip }: Setting,
): Promise<Appointment> {
  const { clientId, startsAt, assigneeId = actor.userId, ...said } = body;
  assertOwnStore(actor, said.store);
  const id = await db.transaction().execute(async (tx) => {
    const seen = await getSeen(tx, actor, customerId, { lock: true });
    await assertWorksAt(tx, assigneeId, said.store, 'assigneeId');
    const added = await tx
      .insertInto('customer_appointments')
      .values({
        ...said,
        ...{ customer_id: seen.id, starts_at: new Date(startsAt), assigned_to: assigneeId },
        ...{ created_by: actor.userId, client_id: clientId },
      })
      .onConflict((same) => same.columns(['created_by', 'client_id']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!added) return null;
    await step(tx, actor, added.id, 'set');
    await touch(tx, seen.id, said.store);
    const after = { appointmentId: added.id, assigneeId };
    const subject = subjectOf(seen.id);
    await recordActivity(tx, { actor, action: 'customer.appointment_set', subject, after, ip });
    return added.id;
  });
  const which = id === null ? sql`p.client_id = ${clientId}` : sql`p.id = ${id}`;
  return first(await readAppointments(db, sql`where p.created_by = ${actor.userId} and ${which}`));
}

interface Moving {
  appointmentId: number;
  version: number;
  status: AppointmentStatus;
  ip: string;
}

/** Says how an appointment stands; refuses what cannot follow on how it stood. */
export async function moveAppointment(
  db: CustomersDb,
  actor: Actor,
  { appointmentId, version, status, ip }: Moving,
): Promise<Appointment> {
  await db.transaction().execute(async (tx) => {
    const held = await tx
      .selectFrom('customer_appointments as p')
      .innerJoin('customers as c', 'c.id', 'p.customer_id')
      .select(['p.version', 'p.store', 'p.status', 'c.root_id'])
      .where('p.id', '=', appointmentId)
      .where(isOwnStore(actor, 'p.store'))
      .where(knownTo(storesOf(actor), 'c.root_id'))
      .forUpdate('p')
      .executeTakeFirst();
    if (!held) throw notFound();
    if (held.status === status) return;
    if (held.version !== version) throw conflict('Somebody changed this appointment meanwhile.');
    if (!nextStatuses[held.status].includes(status))
      throw conflict(
        `An appointment that is ${statusLabels[held.status]} cannot become ${statusLabels[status]}.`,
      );
    await tx
      .updateTable('customer_appointments')
      .set({ status, version: version + 1 })
      .where('id', '=', appointmentId)
      .execute();
    await step(tx, actor, appointmentId, status);
    await touch(tx, held.root_id, held.store);
    await recordActivity(tx, {
      actor,
      action: 'customer.appointment_changed',
      subject: subjectOf(held.root_id),
      before: { status: held.status },
      after: { status },
      ip,
    });
  });
  return first(await readAppointments(db, sql`where p.id = ${appointmentId}`));
}

const statusLabels: Record<AppointmentStatus, string> = {
  set: 'set',
  confirmed: 'confirmed',
  showed: 'kept',
  no_show: 'missed',
  canceled: 'canceled',
};

const step = (tx: Kysely<CustomerTables>, actor: Actor, id: number, status: AppointmentStatus) =>
  tx
    .insertInto('customer_appointment_steps')
    .values({ appointment_id: id, status, author_id: actor.userId })
    .execute();
