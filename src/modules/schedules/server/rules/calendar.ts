import type { Interval } from './times.ts';

export interface CalendarEvent extends Interval {
  id: number;
  version: number;
  title: string;
  place: string;
  note: string;
}

/** An iCalendar file (RFC 5545). All times are in UTC: calendar programs show them in the zone of the device. */
export function calendarOf(events: readonly CalendarEvent[], now: number): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Forecourt//Schedule//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'NAME:Work schedule',
    'X-WR-CALNAME:Work schedule',
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...events.flatMap((event) => [
      'BEGIN:VEVENT',
      `UID:shift-${event.id}@forecourt`,
      `SEQUENCE:${event.version}`,
      `DTSTAMP:${utc(now)}`,
      `DTSTART:${utc(event.start)}`,
      `DTEND:${utc(event.end)}`,
      `SUMMARY:${escaped(`Work: ${event.title}`)}`,
      `LOCATION:${escaped(event.place)}`,
      ...(event.note ? [`DESCRIPTION:${escaped(event.note)}`] : []),
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

/** `20261130T150000Z` */
const utc = (at: number) => `${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

const escaped = (text: string) =>
  text.replaceAll(/[\\;,]/g, (mark) => `\\${mark}`).replaceAll(/\r?\n|\r/g, '\\n');

const lineBytes = 75;

/** Lines longer than 75 bytes continue on the next one, never in the middle of a character. */
function folded(line: string): string {
  const parts: string[] = [];
  let part = '';
  let size = 0;
  for (const character of line) {
    const bytes = Buffer.byteLength(character);
    if (size + bytes > lineBytes) {
      parts.push(part);
      // The space that marks the continuation counts.
      [part, size] = ['', 1];
    }
    part += character;
    size += bytes;
  }
  return [...parts, part].join('\r\n ');
}
