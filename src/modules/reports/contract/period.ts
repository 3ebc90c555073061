import * as z from 'zod/mini';
import { addDays, type CalendarDate } from '../../../platform/contract/wallTime.ts';

/** Periods that move with the day, and the one that does not. */
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
  this_month: 'This month so far',
  last_month: 'Last month',
  this_quarter: 'This quarter so far',
  last_quarter: 'Last quarter',
  this_year: 'This year so far',
  last_year: 'Last year',
  last_12_months: 'Last 12 months',
  custom: 'From … to …',
};

/** Both days belong to it. */
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

/** The days of a period as of `today`; `custom` is asked for by its own days. */
export function spanOf(asked: Exclude<Period, 'custom'>, today: CalendarDate): Span {
  const days = daysOf[asked];
  if (days) {
    const to = asked === 'today' ? today : addDays(today, -1);
    return { from: addDays(to, 1 - days), to };
  }
  const length = monthsOf[asked] ?? 1;
  if (asked === 'last_12_months') {
    const to = addDays(firstOfMonth(today), -1);
    return { from: addMonths(firstOfMonth(today), -12), to };
  }
  const month = Number(today.slice(5, 7)) - 1;
  const current = addMonths(firstOfMonth(today), -(month % length));
  if (asked.startsWith('this_')) return { from: current, to: today };
  return { from: addMonths(current, -length), to: addDays(current, -1) };
}

/**
 * What a period is compared with: as many whole months before it, or the same days of them where it is still
 * running, or as many days before it.
 */
export function previousOf(asked: Period, span: Span): Span {
  const months = monthsOf[asked];
  if (!months) {
    const days = daysBetween(span) + 1;
    return { from: addDays(span.from, -days), to: addDays(span.from, -1) };
  }
  const from = addMonths(span.from, -months);
  if (!asked.startsWith('this_')) return { from, to: addDays(span.from, -1) };
  return { from, to: earlier(addMonths(span.to, -months), addDays(span.from, -1)) };
}

/** The same days a year earlier; a February 29 is compared with the day before March. */
export function yearBefore({ from, to }: Span): Span {
  // A month that ends with the span ends with it a year ago too, however long February was.
  const end = endsMonth(to) ? addDays(addMonths(firstOfMonth(to), -11), -1) : addMonths(to, -12);
  return { from: addMonths(from, -12), to: end };
}

/** Every month of a span, `2026-11`, the first first. */
export function monthsIn({ from, to }: Span): string[] {
  const months: string[] = [];
  for (let first = firstOfMonth(from); first <= to; first = addMonths(first, 1)) {
    months.push(first.slice(0, 7));
  }
  return months;
}

export const firstOfMonth = (date: CalendarDate): CalendarDate => `${date.slice(0, 7)}-01`;
const endsMonth = (date: CalendarDate) => addDays(date, 1).endsWith('-01');
const daysBetween = ({ from, to }: Span) =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
export const earlier = (a: CalendarDate, b: CalendarDate) => (a < b ? a : b);

/** The same day so many months later; where the month is too short, its last. */
export function addMonths(date: CalendarDate, months: number): CalendarDate {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0));
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, last.getUTCDate())))
    .toISOString()
    .slice(0, 10);
}
