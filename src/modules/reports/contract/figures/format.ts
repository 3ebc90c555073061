import type { Unit } from '../report.ts';

/** Stands where there is nothing to reckon a figure from. */
export const dash = '–';

const number = (most: number, least = 0) =>
  new Intl.NumberFormat('en-US', { maximumFractionDigits: most, minimumFractionDigits: least });
const wholeNumber = number(0);
const tenths = number(1);
const hundredths = number(2, 2);
const percent = number(1, 1);

/** One minus sign for all: a hyphen is easily overlooked before a figure. */
const signed = (value: number, say: (size: number) => string) => {
  const said = say(Math.abs(value));
  return value < 0 && /[1-9]/.test(said) ? `−${said}` : said;
};

const dayMinutes = 24 * 60;

function durationOf(minutes: number): string {
  if (minutes < 10) return `${tenths.format(minutes)} min`;
  const rounded = Math.round(minutes);
  if (rounded < 60) return `${rounded} min`;
  if (rounded >= 2 * dayMinutes) return daysOf(minutes / dayMinutes);
  const rest = rounded % 60;
  return `${Math.floor(rounded / 60)} h${rest > 0 ? ` ${rest} min` : ''}`;
}

function daysOf(days: number): string {
  const said = tenths.format(days);
  return `${said} ${said === '1' ? 'day' : 'days'}`;
}

const says: Record<Unit, (size: number) => string> = {
  count: (value) => tenths.format(value),
  cents: (value) => `$${wholeNumber.format(value / 100)}`,
  share: (value) => `${percent.format(value * 100)}%`,
  ratio: (value) => hundredths.format(value),
  hours: (value) => `${tenths.format(value)} h`,
  days: daysOf,
  minutes: durationOf,
};

/** `1,240`, `$12,345`, `42.3%`, `1.85`, `412.5 h`, `3.2 days`, `1 h 20 min`; a dash for null. */
export const figureOf = (unit: Unit, value: number | null | undefined): string =>
  value === null || value === undefined ? dash : signed(value, says[unit]);

const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });

const short: Record<Unit, (size: number) => string> = {
  count: (value) => compact.format(value),
  cents: (value) => `$${compact.format(value / 100)}`,
  share: (value) => `${tenths.format(value * 100)}%`,
  ratio: (value) => tenths.format(value),
  hours: (value) => `${compact.format(value)} h`,
  days: (value) => `${compact.format(value)} d`,
  minutes: (value) =>
    value >= 120 ? `${compact.format(value / 60)} h` : `${compact.format(value)} min`,
};

/** As an axis has room for: `$1.2M`, `45 min`. */
export const shortFigureOf = (unit: Unit, value: number): string => signed(value, short[unit]);
