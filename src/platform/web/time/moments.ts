import { formatOf } from '../../contract/wallTime.ts';
import { zone } from './zone.ts';

/** An instant: ISO string (`2026-11-20T14:02:00.000Z`), Date or milliseconds. */
export type Moment = string | number | Date;

/** Formats an instant in the group's time zone, or the one given. */
const timeFormat =
  (options: Intl.DateTimeFormatOptions) =>
  (at: Moment, timeZone = zone()): string =>
    formatOf(options, timeZone).format(new Date(at));

const clock = { hour: 'numeric', minute: '2-digit' } as const;
const day = { month: 'short', day: 'numeric' } as const;

/** `8:02 AM` */
export const clockTime = timeFormat(clock);
/** `8:02:17 AM` */
export const clockSeconds = timeFormat({ ...clock, second: '2-digit' });
/** `Fri 8:02 AM` */
export const weekdayClock = timeFormat({ weekday: 'short', ...clock });
/** `Nov 20` */
export const shortDate = timeFormat(day);
/** `Nov 20, 2026` */
export const dateText = timeFormat({ dateStyle: 'medium' });
/** `Friday, November 20, 2026` */
export const longDate = timeFormat({ dateStyle: 'full' });
/** `Nov 20, 8:02 AM` */
export const shortTime = timeFormat({ ...day, ...clock });
/** `Fri, Nov 20, 8:02 AM` */
export const weekdayTime = timeFormat({ weekday: 'short', ...day, ...clock });
/** `Nov 20, 2026, 8:02 AM` */
export const exactTime = timeFormat({ dateStyle: 'medium', timeStyle: 'short' });
/** `Friday, November 20, 2026 at 8:02:17 AM` */
export const fullTime = timeFormat({ dateStyle: 'full', timeStyle: 'medium' });
/** `Nov 20, 2026, 8:02:17 AM CST`: for paper, which may be read anywhere. */
export const paperTime = timeFormat({ dateStyle: 'medium', timeStyle: 'long' });
