import type { Law, OvertimeBasis } from '../contract/rules.ts';
import type { Flag } from '../contract/sheets.ts';
import type { PunchKind } from '../contract.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

function format(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([timeZone, options]);
  const known = formats.get(key) ?? new Intl.DateTimeFormat('en-US', { timeZone, ...options });
  formats.set(key, known);
  return known;
}

/** `8:02 AM` */
export const timeOf = (at: string | number, timezone: string) =>
  format(timezone, { hour: 'numeric', minute: '2-digit' }).format(new Date(at));

/** `8:02:17 AM` */
export const secondOf = (at: string | number, timezone: string) =>
  format(timezone, { hour: 'numeric', minute: '2-digit', second: '2-digit' }).format(new Date(at));

/** `Fri, Nov 20, 8:02 AM` */
export const momentOf = (at: string | number, timezone: string) =>
  format(timezone, {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  }).format(new Date(at));

/** `Friday, November 20, 2026` */
export const longDateOf = (at: number, timezone: string) =>
  format(timezone, { dateStyle: 'full' }).format(at);

/** `Fri, Nov 20`, of a day of the calendar. */
export const dayOf = (date: string) =>
  format('UTC', { weekday: 'short', month: 'short', day: 'numeric' }).format(new Date(date));

/** `Nov 15 – 21, 2026` */
export const weekOf = (start: string, end: string) =>
  format('UTC', { month: 'short', day: 'numeric', year: 'numeric' }).formatRange(
    new Date(start),
    new Date(end),
  );

/** `Pacific Standard Time` */
export const zoneName = (at: number, timezone: string) =>
  format(timezone, { timeZoneName: 'long' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value ?? timezone;

export const kindNames: Record<PunchKind, string> = {
  clock_in: 'Clock In',
  clock_out: 'Clock Out',
  break_start: 'Start Break',
  break_end: 'End Break',
};

export const flagNames: Record<Flag, string> = {
  open: 'Running',
  no_clock_out: 'No clock-out',
  missed_break: 'Break missing',
  overtime: 'Overtime',
  double_time: 'Double time',
};

export const lawNames: Record<Law, string> = {
  federal: 'Federal (FLSA)',
  california: 'California',
};

export const basisNames: Record<OvertimeBasis, string> = {
  non_exempt: 'Non-exempt: overtime is paid',
  salesman: 'Exempt: salesman, 29 USC 213(b)(10)(A)',
  partsman: 'Exempt: partsman, 29 USC 213(b)(10)(A)',
  mechanic: 'Exempt: mechanic, 29 USC 213(b)(10)(A)',
  service_advisor: 'Exempt: service advisor, 29 USC 213(b)(10)(A)',
  white_collar: 'Exempt: white-collar, 29 USC 213(a)(1)',
};
