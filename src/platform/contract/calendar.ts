import { type CalendarDate, formatOf } from './wallTime.ts';

/** A local date (`2026-11-20`) is the same everywhere, so no time zone may shift it. */
const dayFormat = (options: Intl.DateTimeFormatOptions) => (date: CalendarDate) =>
  formatOf(options, 'UTC').format(new Date(`${date}T00:00:00Z`));

/** `Nov 20, 2026` */
export const calendarDay = dayFormat({ dateStyle: 'medium' });
/** `Nov 20` */
export const shortDay = dayFormat({ month: 'short', day: 'numeric' });
/** `Fri, Nov 20` */
export const weekdayDay = dayFormat({ weekday: 'short', month: 'short', day: 'numeric' });

const ofMonth = (formatDate: (date: CalendarDate) => string) => (month: string) =>
  formatDate(`${month}-01`);
/** `Nov`, of `2026-11`. */
export const shortMonth = ofMonth(dayFormat({ month: 'short' }));
/** `November 2026`, of `2026-11`. */
export const longMonth = ofMonth(dayFormat({ month: 'long', year: 'numeric' }));

/** `Nov 15 – 21, 2026` */
export function daysText(from: CalendarDate, to: CalendarDate): string {
  const format = formatOf({ month: 'short', day: 'numeric', year: 'numeric' }, 'UTC');
  return format.formatRange(new Date(`${from}T00:00:00Z`), new Date(`${to}T00:00:00Z`));
}

const monthsOffered = 24;

/** The last two years of months, newest first; an older `extra` one is added at the end. */
export function monthsUpTo(date: CalendarDate, extra?: string): string[] {
  const [year = 0, month = 0] = date.split('-').map(Number);
  const months = Array.from({ length: monthsOffered }, (_, ago) =>
    new Date(Date.UTC(year, month - 1 - ago, 1)).toISOString().slice(0, 7),
  );
  return extra && !months.includes(extra) ? [...months, extra] : months;
}

/** Whether this is a month in URL form: `2026-11`. */
export const isMonth = (text: string) => /^20\d\d-(0[1-9]|1[0-2])$/.test(text);
