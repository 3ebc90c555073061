/** A local date: `2026-03-08`. */
export type CalendarDate = string;

const dayMs = 86_400_000;
/** More time zones than anyone uses: browsers name their own. */
const maxKept = 1_000;
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timezone: string): Intl.DateTimeFormat {
  const known = clocks.get(timezone);
  if (known) return known;
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  if (clocks.size >= maxKept) clocks.clear();
  clocks.set(timezone, clock);
  return clock;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Cached by time zone: creating a formatter takes longer than all it formats. */
export function formatOf(
  options: Intl.DateTimeFormatOptions,
  timezone: string,
): Intl.DateTimeFormat {
  const key = JSON.stringify([timezone, options]);
  const known = formats.get(key);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', { ...options, timeZone: timezone });
  if (formats.size >= maxKept) formats.clear();
  formats.set(key, format);
  return format;
}

/** The canonical name of a time zone; null if it is unknown here, as browsers may know more of them. */
export function findTimeZone(name: string): string | null {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    // Intl offers no other way to check.
    return null;
  }
}

/** The UTC offset of a time zone at an instant, in milliseconds. */
function offsetAt(timezone: string, at: number): number {
  const parts = clockOf(timezone).formatToParts(at);
  const part = (type: string) => Number(parts.find((found) => found.type === type)?.value);
  const wall = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return wall - Math.floor(at / 1_000) * 1_000;
}

/** The local time in a time zone at an instant: `2026-03-08T01:59:00`. */
export function wallTimeAt(timezone: string, at: number): string {
  return new Date(at + offsetAt(timezone, at)).toISOString().slice(0, 19);
}

/** The same for a file that may be read anywhere: `2026-03-08T01:59:00.042-06:00`. */
export function offsetTimeAt(timezone: string, at: Date): string {
  const ahead = offsetAt(timezone, at.getTime());
  const wall = new Date(at.getTime() + ahead).toISOString().slice(0, -1);
  const offset = new Date(Math.abs(ahead)).toISOString().slice(11, 16);
  return `${wall}${ahead < 0 ? '-' : '+'}${offset}`;
}

export function dateAt(timezone: string, at: number): CalendarDate {
  return wallTimeAt(timezone, at).slice(0, 10);
}

/**
 * The first instant with this local time in a time zone (`2026-03-08T09:30`). A time skipped by daylight saving is
 * read with the offset before the change.
 */
export function instantOf(timezone: string, wallTime: string): number {
  const wall = Date.parse(`${wallTime}Z`);
  const early = wall - offsetAt(timezone, wall - dayMs);
  const late = wall - offsetAt(timezone, wall + dayMs);
  const shows = (at: number) => at + offsetAt(timezone, at) === wall;
  const fitting = [early, late].filter(shows);
  return fitting.length > 0 ? Math.min(...fitting) : early;
}

const starts = new Map<string, number>();

/** The instant a day starts in a time zone: usually midnight, later where daylight saving skips it. */
export function dayStart(timezone: string, date: CalendarDate): number {
  const key = `${timezone} ${date}`;
  const known = starts.get(key);
  if (known !== undefined) return known;
  if (starts.size > 5_000) starts.clear();
  const start = findDayStart(timezone, date);
  starts.set(key, start);
  return start;
}

/** Local dates only increase, so binary search finds the first instant of one. */
function findDayStart(timezone: string, date: CalendarDate): number {
  const noon = Date.parse(`${date}T12:00:00Z`);
  let [before, from] = [noon - 30 * 3_600_000, noon + 6 * 3_600_000];
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2);
    if (dateAt(timezone, middle) < date) before = middle;
    else from = middle;
  }
  return from;
}

export function addDays(date: CalendarDate, days: number): CalendarDate {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/**
 * The days of a month (`2026-11`) up to `today`; `end` is the day after the last of them. A future month has none:
 * `end` equals `from`.
 */
export function monthToDate(
  month: string,
  today: CalendarDate,
): { from: CalendarDate; end: CalendarDate } {
  const from = `${month}-01`;
  const next = `${addDays(from, 31).slice(0, 7)}-01`;
  const tomorrow = addDays(today, 1);
  const end = tomorrow < next ? tomorrow : next;
  return { from, end: end < from ? from : end };
}

export const earlier = (a: CalendarDate, b: CalendarDate): CalendarDate => (a < b ? a : b);
export const later = (a: CalendarDate, b: CalendarDate): CalendarDate => (a > b ? a : b);

/** 0 is Sunday. */
export function weekdayOf(date: CalendarDate): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay();
}

/** The first day of the week that contains `date`; weeks start on the weekday `startsOn`. */
export function weekStartOf(date: CalendarDate, startsOn: number): CalendarDate {
  return addDays(date, -((weekdayOf(date) - startsOn + 7) % 7));
}
