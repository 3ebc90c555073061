import { storeNames } from '../../../../platform/contract/names.ts';
import type { Appointment, AppointmentStatus } from '../../contract/work.ts';
import { escaped, stamp } from './lines.ts';

/** An appointment has no end of its own: an hour is what a calendar keeps free for it. */
const lasting = 'PT1H';

const statuses: Record<AppointmentStatus, string> = {
  set: 'TENTATIVE',
  confirmed: 'CONFIRMED',
  showed: 'CONFIRMED',
  no_show: 'CONFIRMED',
  canceled: 'CANCELLED',
};

/**
 * An appointment as an iCalendar. `key` is the same for the same appointment and its version counts up, so
 * that a calendar which has it moves or strikes what it has. `now` is when it is told.
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
    `DURATION:${lasting}`,
    `SUMMARY:${escaped(`${kind === 'sales' ? 'Sales' : 'Service'}: ${customerName}`)}`,
    `LOCATION:${escaped(storeNames[store])}`,
    ...(note ? [`DESCRIPTION:${escaped(note)}`] : []),
    `STATUS:${statuses[status]}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
}
