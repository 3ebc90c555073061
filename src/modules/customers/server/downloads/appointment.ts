import { sql } from 'kysely';
import { storeNames } from '../../../../platform/contract/names.ts';
import { notFound } from '../../../../platform/server/errors.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import { inStores } from '../../../../platform/server/records/stores.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import type * as calls from '../../contract/saving.ts';
import type { Appointment, AppointmentStatus } from '../../contract/work.ts';
import { storesOf } from '../policy.ts';
import type { CustomerServices } from '../services.ts';
import { getVisibleCustomer, subjectOf } from '../visible.ts';
import { readAppointments } from '../work/rows.ts';
import { escaped, stamp, textFile } from './textFile.ts';

/** An appointment for a calendar, recorded like opening the customer. */
export function saveAppointment({
  db,
  openings,
}: CustomerServices): Handler<typeof calls.saveAppointment> {
  return async ({ actor, params: { customerId, appointmentId }, ip }) => {
    const [appointment] = await readAppointments(
      db,
      sql`where p.id = ${appointmentId} and ${inStores('p.store', storesOf(actor))}`,
    );
    const { id } = await getVisibleCustomer(db, actor, customerId);
    if (appointment?.customerId !== id) throw notFound();
    await openings.consume(String(actor.userId));
    await recordActivity(db, {
      actor,
      action: 'customer.appointment_saved',
      subject: subjectOf(id),
      after: { appointmentId },
      ip,
    });
    const { client_id: key } = await db
      .selectFrom('customer_appointments')
      .select('client_id')
      .where('id', '=', appointmentId)
      .executeTakeFirstOrThrow();
    const lines = calendarLines(appointment, key, new Date());
    return textFile('text/calendar', `appointment-${appointmentId}.ics`, lines);
  };
}

/** Appointments have no end; calendars block one hour. */
const duration = 'PT1H';

const statuses: Record<AppointmentStatus, string> = {
  set: 'TENTATIVE',
  confirmed: 'CONFIRMED',
  showed: 'CONFIRMED',
  no_show: 'CONFIRMED',
  canceled: 'CANCELLED',
};

/**
 * An appointment as iCalendar lines. A stable `key` and a rising version let calendars update or cancel the
 * event they already have.
 */
function calendarLines(appointment: Appointment, key: string, now: Date): string[] {
  const { kind, customerName, startsAt, note, status, store, version } = appointment;
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Forecourt//Customers//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${key}`,
    `DTSTAMP:${stamp(now)}`,
    `SEQUENCE:${version - 1}`,
    `DTSTART:${stamp(new Date(startsAt))}`,
    `DURATION:${duration}`,
    `SUMMARY:${escaped(`${kind === 'sales' ? 'Sales' : 'Service'}: ${customerName}`)}`,
    `LOCATION:${escaped(storeNames[store])}`,
    ...(note ? [`DESCRIPTION:${escaped(note)}`] : []),
    `STATUS:${statuses[status]}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
}
