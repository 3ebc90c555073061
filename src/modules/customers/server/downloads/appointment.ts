import { storeNames } from '../../../../platform/contract/names.ts';
import type { Appointment, AppointmentStatus } from '../../contract/work.ts';
import { escaped, stamp } from './lines.ts';

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
export function calendarLines(appointment: Appointment, key: string, now: Date): string[] {
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
