import { type CalendarDate, formatOf } from '../../../platform/contract/wallTime.ts';

/** `Nov 20, 2026` */
export const calendarDay = (date: CalendarDate): string =>
  formatOf({ dateStyle: 'medium' }, 'UTC').format(new Date(`${date}T00:00:00Z`));
