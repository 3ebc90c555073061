import { type CalendarDate, dateAt, instantOf } from '../../../../platform/contract/wallTime.ts';
import type { ParsedCell } from './amounts.ts';

/** A time from a file; without a time of day it is noon. */
export interface ParsedTime {
  at: Date;
  day: CalendarDate;
  hasTime: boolean;
}

/** Whether a time is in the future; a date without a time may be today. */
export const isAhead = ({ at, hasTime }: ParsedTime, now: Date): boolean =>
  at.getTime() - (hasTime ? 0 : 12 * 3_600_000) > now.getTime();

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const sentence = 'Enter a date such as 11/03/2026';

const time =
  '(?:[T,\\s]{1,5}(\\d{1,2}):(\\d{2})(?::(\\d{2})(?:\\.\\d{1,9})?)?\\s{0,5}([ap])?\\.?m?\\.?)?';
const zone = '\\s{0,5}(Z|[+-]\\d{2}:?\\d{2})?';
const forms: { form: RegExp; order: 'ymd' | 'mdy' | 'dmy' }[] = [
  { form: new RegExp(`^(\\d{4})[-/](\\d{1,2})[-/](\\d{1,2})${time}${zone}$`, 'i'), order: 'ymd' },
  { form: new RegExp(`^(\\d{1,2})[-/.](\\d{1,2})[-/.](\\d{4}|\\d{2})${time}$`, 'i'), order: 'mdy' },
  {
    form: new RegExp(`^([a-z]{3,9})\\.?\\s{1,5}(\\d{1,2}),?\\s{1,5}(\\d{4})${time}$`, 'i'),
    order: 'mdy',
  },
  {
    form: new RegExp(`^(\\d{1,2})[-\\s]([a-z]{3,9})\\.?[-\\s](\\d{4}|\\d{2})${time}$`, 'i'),
    order: 'dmy',
  },
];

/** A date in US form, `11/3/2026` or `Nov 3, 2026`, or in ISO form, with or without a time. */
export function parseTime(text: string, timezone: string): ParsedCell<ParsedTime> {
  const plain = text.trim();
  for (const { form, order } of forms) {
    const parts = form.exec(plain);
    if (!parts) continue;
    const [a = '', b = '', c = ''] = parts.slice(1);
    const [year, month, date] = { ymd: [a, b, c], mdy: [c, a, b], dmy: [c, b, a] }[order];
    const day = dayOf(year ?? '', month ?? '', date ?? '');
    const clock = clockOf(parts.slice(4));
    if (day === undefined || clock === undefined) return { error: sentence };
    const offset = parts[8];
    const wall = `${day}T${clock ?? '12:00:00'}`;
    const at = new Date(offset ? `${wall}${offset.toUpperCase()}` : instantOf(timezone, wall));
    if (Number.isNaN(at.getTime())) return { error: sentence };
    return { value: { at, day: dateAt(timezone, at.getTime()), hasTime: clock !== null } };
  }
  return { error: sentence };
}

function dayOf(year: string, month: string, date: string): CalendarDate | undefined {
  const named = months.indexOf(month.slice(0, 3).toLowerCase()) + 1;
  const numbers = [
    year.length === 2 ? 2_000 + Number(year) : Number(year),
    named || Number(month),
    Number(date),
  ];
  const day = numbers.map((part) => String(part).padStart(2, '0')).join('-');
  // Rejects dates such as February 31.
  const real = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(real.getTime()) || real.toISOString().slice(0, 10) !== day) return undefined;
  return day >= '1990' && day < '2100' ? day : undefined;
}

/** `08:15:00`; null if there is none, undefined if invalid. */
function clockOf([hour, minute, second, half]: (string | undefined)[]): string | null | undefined {
  if (hour === undefined) return null;
  const typed = Number(hour);
  if (half && (typed < 1 || typed > 12)) return undefined;
  const hours = half ? (typed % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : typed;
  if (hours > 23 || Number(minute) > 59 || Number(second ?? 0) > 59) return undefined;
  return `${String(hours).padStart(2, '0')}:${minute}:${second ?? '00'}`;
}
