import { datesIn } from '../text/dates.ts';

/** From `start` up to but not including `end`. */
export interface Span {
  start: Date;
  end: Date;
}

interface Day {
  year: number;
  month: number;
  day: number;
}

/** The day, month or year of a before:, after: or on: value in the time zone; null if invalid. */
export function spanOf(value: string, timeZone: string, now: Date): Span | null {
  const today = dayIn(now, timeZone);
  const word = value.trim().toLowerCase();
  if (word === 'today') return span(today, 1, timeZone);
  if (word === 'yesterday') return span({ ...today, day: today.day - 1 }, 1, timeZone);
  const [, year, month] = /^(\d{4})(?:-(\d{1,2}))?$/.exec(word) ?? [];
  if (year) return longSpan(Number(year), month ? Number(month) : null, timeZone);
  const [date, ...others] = datesIn(value);
  if (!date || others.length > 0 || date.end - date.start < value.trim().length) return null;
  if (date.year !== null) return span({ ...date, year: date.year }, 1, timeZone);
  // Without a year: the most recent such day.
  const isAhead = date.month * 100 + date.day > today.month * 100 + today.day;
  return span({ ...date, year: today.year - (isAhead ? 1 : 0) }, 1, timeZone);
}

const span = (day: Day, days: number, timeZone: string): Span => ({
  start: startOf(day, timeZone),
  end: startOf({ ...day, day: day.day + days }, timeZone),
});

function longSpan(year: number, month: number | null, timeZone: string): Span | null {
  if (year < 1900 || year > 2199 || (month !== null && (month < 1 || month > 12))) return null;
  const start = { year, month: month ?? 1, day: 1 };
  const end = month === null ? { ...start, year: year + 1 } : { ...start, month: month + 1 };
  return { start: startOf(start, timeZone), end: startOf(end, timeZone) };
}

/** Midnight in the time zone; overflowing days and months carry over. */
function startOf({ year, month, day }: Day, timeZone: string): Date {
  const midnight = Date.UTC(year, month - 1, day);
  // Twice: the first guess may be on the other side of a daylight saving change.
  const guess = midnight - offsetAt(new Date(midnight), timeZone);
  return new Date(midnight - offsetAt(new Date(guess), timeZone));
}

/** The offset from UTC in milliseconds. */
function offsetAt(time: Date, timeZone: string): number {
  const { year, month, day, hour, minute, second } = partsAt(time, timeZone);
  const shown = Date.UTC(year, month - 1, day, hour, minute, second);
  return shown - Math.floor(time.getTime() / 1_000) * 1_000;
}

function dayIn(time: Date, timeZone: string): Day {
  const { year, month, day } = partsAt(time, timeZone);
  return { year, month, day };
}

function partsAt(time: Date, timeZone: string) {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const of = Object.fromEntries(
    format.formatToParts(time).map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = of;
  return { year, month, day, hour, minute, second };
}

/** The canonical time zone name; null if unknown. */
export function findZone(timeZone: string | undefined): string | null {
  if (!timeZone) return null;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone }).resolvedOptions().timeZone;
  } catch {
    // A browser may know time zones this server does not.
    return null;
  }
}
