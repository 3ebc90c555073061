import * as z from 'zod/mini';
import { addDays, type CalendarDate } from '../../../platform/contract/wallTime.ts';

/** Relative periods, and `custom` with fixed dates. */
export const periods = [
  'today',
  'yesterday',
  'last_7_days',
  'last_30_days',
  'this_month',
  'last_month',
  'this_quarter',
  'last_quarter',
  'this_year',
  'last_year',
  'last_12_months',
  'custom',
] as const;
export type Period = (typeof periods)[number];
export const period = z.enum(periods);

export const periodNames: Record<Period, string> = {
  today: 'Today',
  yesterday: 'Yesterday',
  last_7_days: 'Last 7 days',
  last_30_days: 'Last 30 days',
  this_month: 'Month to date',
  last_month: 'Last month',
  this_quarter: 'Quarter to date',
  last_quarter: 'Last quarter',
  this_year: 'Year to date',
  last_year: 'Last year',
  last_12_months: 'Last 12 months',
  custom: 'Custom range',
};

/** Both days included. */
export interface Span {
  from: CalendarDate;
  to: CalendarDate;
}

const monthsOf: Partial<Record<Period, number>> = {
  this_month: 1,
  last_month: 1,
  this_quarter: 3,
  last_quarter: 3,
  this_year: 12,
  last_year: 12,
  last_12_months: 12,
};
const daysOf: Partial<Record<Period, number>> = {
  today: 1,
  yesterday: 1,
  last_7_days: 7,
  last_30_days: 30,
};

/** The days of a relative period as of `today`. */
export function spanOf(period: Exclude<Period, 'custom'>, today: CalendarDate): Span {
  const days = daysOf[period];
  if (days) {
    const to = period === 'today' ? today : addDays(today, -1);
    return { from: addDays(to, 1 - days), to };
  }
  const length = monthsOf[period] ?? 1;
  if (period === 'last_12_months') {
    const to = addDays(firstOfMonth(today), -1);
    return { from: addMonths(firstOfMonth(today), -12), to };
  }
  const month = Number(today.slice(5, 7)) - 1;
  const current = addMonths(firstOfMonth(today), -(month % length));
  if (period.startsWith('this_')) return { from: current, to: today };
  return { from: addMonths(current, -length), to: addDays(current, -1) };
}

/**
 * What a period is compared with: the same number of full months before it, the same days of those months
 * while it is still running, or the same number of days before it.
 */
export function previousOf(period: Period, span: Span): Span {
  const months = monthsOf[period];
  if (!months) {
    const days = daysBetween(span) + 1;
    return { from: addDays(span.from, -days), to: addDays(span.from, -1) };
  }
  const from = addMonths(span.from, -months);
  if (!period.startsWith('this_')) return { from, to: addDays(span.from, -1) };
  return { from, to: earlier(addMonths(span.to, -months), addDays(span.from, -1)) };
}

/** The same days a year earlier; February 29 becomes February 28. */
export function yearBefore({ from, to }: Span): Span {
  // A span that ends with its month also does a year ago, whatever the length of February.
  const end = endsMonth(to) ? addDays(addMonths(firstOfMonth(to), -11), -1) : addMonths(to, -12);
  return { from: addMonths(from, -12), to: end };
}

/** Every month of a span, `2026-11`, oldest first. */
export function monthsIn({ from, to }: Span): string[] {
  const months: string[] = [];
  for (let first = firstOfMonth(from); first <= to; first = addMonths(first, 1)) {
    months.push(first.slice(0, 7));
  }
  return months;
}

export const firstOfMonth = (date: CalendarDate): CalendarDate => `${date.slice(0, 7)}-01`;
export const lastOfMonth = (date: CalendarDate): CalendarDate =>
  addDays(addMonths(firstOfMonth(date), 1), -1);
const endsMonth = (date: CalendarDate) => addDays(date, 1).endsWith('-01');
const daysBetween = ({ from, to }: Span) =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
export const earlier = (a: CalendarDate, b: CalendarDate) => (a < b ? a : b);
export const later = (a: CalendarDate, b: CalendarDate) => (a > b ? a : b);

/** In the order of `Date`. */
export const weekdayNames = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;

/** The same day `months` later, clamped to the end of the month. */
export function addMonths(date: CalendarDate, months: number): CalendarDate {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0));
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, last.getUTCDate())))
    .toISOString()
    .slice(0, 10);
}
