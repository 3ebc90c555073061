/** A date as written; without a year it matches any year. */
export interface WrittenDate {
  year: number | null;
  month: number;
  day: number;
  start: number;
  end: number;
}

const months = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec';
const monthName = `(?<name>${months})(?:uary|ruary|ch|il|e|y|ust|t|tember|ober|ember)?\\.?`;
const ordinal = '(?<day>\\d{1,2})(?:st|nd|rd|th)?';
const year = '(?<year>\\d{4})';
const before = '(?<![\\p{L}\\p{N}])(?<!\\p{N}[-/.])';
const after = '(?![\\p{L}\\p{N}])(?![-/.]\\p{N})';

const forms = [
  // 2026-11-20, 2026/11/20, and the day of 2026-11-20T14:05
  `${year}(?<gap>[-/.])(?<month>\\d{1,2})\\k<gap>(?<day>\\d{1,2})(?=t\\d)`,
  `${year}(?<gap>[-/.])(?<month>\\d{1,2})\\k<gap>(?<day>\\d{1,2})${after}`,
  // 11/20/2026, 11-20-2026, 11/20/26; if the first number cannot be a month, it is the day
  `(?<month>\\d{1,2})(?<gap>[-/.])(?<day>\\d{1,2})\\k<gap>(?<year>\\d{4}|\\d{2})${after}`,
  // 11/20
  `(?<month>\\d{1,2})/(?<day>\\d{1,2})${after}`,
  // Nov 20, November 20th, 2026
  `${monthName}\\s{0,2}${ordinal}(?:\\s{0,2},?\\s{1,2}${year})?${after}`,
  // 20 November 2026, 20th of Nov
  `${ordinal}\\s{0,2}(?:of\\s)?${monthName}(?:,?\\s{1,2}${year})?${after}`,
  // Bounded: each part has a limited length, and each pattern is checked when built on load.
].map((form) => new RegExp(before + form, 'giu'));

const numberOf = (name: string) => months.split('|').indexOf(name.toLowerCase()) + 1;

/** The dates in a text, in any common format, left to right. */
export function datesIn(text: string): WrittenDate[] {
  if (!/\d/.test(text)) return [];
  const found: WrittenDate[] = [];
  // Positions already taken: comparing each date with all others would be quadratic.
  const taken = new Uint8Array(text.length);
  for (const form of forms) {
    for (const { groups = {}, index, 0: written } of text.matchAll(form)) {
      const date = readDate(groups);
      const start = index;
      const end = index + written.length;
      if (!date || taken.subarray(start, end).includes(1)) continue;
      taken.fill(1, start, end);
      found.push({ ...date, start, end });
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

function readDate(groups: Record<string, string>): Omit<WrittenDate, 'start' | 'end'> | null {
  let month = groups.name ? numberOf(groups.name) : Number(groups.month);
  let day = Number(groups.day);
  if (month > 12 && day <= 12 && groups.year) [month, day] = [day, month];
  const short = groups.year?.length === 2;
  const year = groups.year ? Number(groups.year) + (short ? 2000 : 0) : null;
  if (year !== null && (year < 1900 || year > 2199)) return null;
  if (month < 1 || month > 12 || day < 1) return null;
  // 2024 is a leap year.
  return day <= new Date(Date.UTC(year ?? 2024, month, 0)).getUTCDate()
    ? { year, month, day }
    : null;
}

const two = (number: number) => String(number).padStart(2, '0');
const dayKey = ({ month, day }: WrittenDate) => `${two(month)}${two(day)}`;

/** The index marks of a date: with and without its year. */
export function marksOf(date: WrittenDate): string[] {
  const key = dayKey(date);
  return [`@${key}`, date.year === null ? `@x${key}` : `@${date.year}${key}`];
}

/**
 * The marks to search for: a date without year matches any year, and a written date without year matches
 * every search.
 */
export function marksFor(date: WrittenDate): string[] {
  const key = dayKey(date);
  return date.year === null ? [`@${key}`] : [`@${date.year}${key}`, `@x${key}`];
}
