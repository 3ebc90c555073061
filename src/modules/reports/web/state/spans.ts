import { addDays, formatOf } from '../../../../platform/contract/wallTime.ts';
import type { Span } from '../../contract/period.ts';

const dayMonth = formatOf({ month: 'short', day: 'numeric' }, 'UTC');
const dayMonthYear = formatOf({ month: 'short', day: 'numeric', year: 'numeric' }, 'UTC');
const monthYear = formatOf({ month: 'long', year: 'numeric' }, 'UTC');
const noon = (day: string) => new Date(`${day}T12:00:00Z`);

/** `May 3, 2026` */
export const dayOf = (day: string) => dayMonthYear.format(noon(day));

/** `November 2026`, `2025`, `Nov 1 – 22, 2026`, `Dec 20, 2025 – Jan 3, 2026`. */
export function spanOf({ from, to }: Span): string {
  if (from === to) return dayOf(from);
  const isYear = from.endsWith('-01-01') && to === `${from.slice(0, 4)}-12-31`;
  if (isYear) return from.slice(0, 4);
  if (isMonth({ from, to })) return monthYear.format(noon(from));
  return dayMonthYear.formatRange(noon(from), noon(to));
}

/** Without the current year: `Oct 1 – 22`. */
export function shortSpanOf(span: Span, today: string): string {
  const isNear =
    span.from.slice(0, 4) === today.slice(0, 4) && span.to.slice(0, 4) === today.slice(0, 4);
  if (!isNear || isMonth(span)) return spanOf(span);
  if (span.from === span.to) return dayMonth.format(noon(span.from));
  return dayMonth.formatRange(noon(span.from), noon(span.to));
}

const isMonth = ({ from, to }: Span) =>
  from.endsWith('-01') && from.slice(0, 7) === to.slice(0, 7) && addDays(to, 1).endsWith('-01');

const time = { hour: 'numeric', minute: '2-digit' } as const;

/** `10:42 AM` in the group time zone. */
export const timeOf = (at: string, timezone: string) =>
  formatOf(time, timezone).format(new Date(at));

/** `Monday, November 23 at 8:00 AM` */
export const momentOf = (at: string, timezone: string) =>
  formatOf({ weekday: 'long', month: 'long', day: 'numeric', ...time }, timezone).format(
    new Date(at),
  );

/** `Nov 3, 2026, 4:10 PM`. */
export const exactMomentOf = (at: string, timezone: string) =>
  formatOf({ month: 'short', day: 'numeric', year: 'numeric', ...time }, timezone).format(
    new Date(at),
  );
