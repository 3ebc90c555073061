import { sql } from 'kysely';
import { notFound } from '../../../../platform/server/http/errors.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import * as calls from '../../contract/saving.ts';
import { storesOf } from '../policy.ts';
import { describeCustomer } from '../reading/record.ts';
import { getVisible } from '../reading/visible.ts';
import type { CustomerServices } from '../services.ts';
import { readAppointments } from '../work/rows.ts';
import { subjectOf } from '../writing/create.ts';
import { calendarLines } from './calendar.ts';
import { contactLines } from './contact.ts';
import { textFile } from './lines.ts';

/** Downloads for a phone or calendar, recorded like opening the customer. */
export function addSavingRoutes({ platform, db, openings }: CustomerServices): void {
  const { routes } = platform;

  routes.add(calls.saveContact, async ({ actor, params, ip }) => {
    const { id } = await getVisible(db, actor, params.customerId);
    await openings.consume(String(actor.userId));
    const subject = subjectOf(id);
    await recordActivity(db, { actor, action: 'customer.contact_saved', subject, ip });
    const { client_id: key } = await db
      .selectFrom('customers')
      .select('client_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const lines = contactLines(await describeCustomer(db, actor, id), key);
    return textFile('text/vcard', `customer-${id}.vcf`, lines);
  });

  routes.add(calls.saveAppointment, async ({ actor, params: { appointmentId }, ip }) => {
    const own = sql`where p.id = ${appointmentId} and p.store = any(${storesOf(actor)}::text[])`;
    const [appointment] = await readAppointments(db, own);
    if (!appointment) throw notFound();
    const { id } = await getVisible(db, actor, appointment.customerId);
    await openings.consume(String(actor.userId));
    const subject = subjectOf(id);
    const after = { appointmentId };
    await recordActivity(db, { actor, action: 'customer.appointment_saved', subject, after, ip });
    const { client_id: key } = await db
      .selectFrom('customer_appointments')
      .select('client_id')
      .where('id', '=', appointmentId)
      .executeTakeFirstOrThrow();
    const lines = calendarLines(appointment, key, new Date());
    return textFile('text/calendar', `appointment-${appointmentId}.ics`, lines);
  });
}
