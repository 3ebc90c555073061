import type { Unit } from '../report.ts';

/** Shown when there is nothing to calculate a figure from. */
export const dash = '–';

const number = (most: number, least = 0) =>
  new Intl.NumberFormat('en-US', { maximumFractionDigits: most, minimumFractionDigits: least });
const wholeNumber = number(0);
const tenths = number(1);
const hundredths = number(2, 2);
const percent = number(1, 1);

/** Uses a real minus sign: a hyphen before a figure is easily overlooked. */
const signed = (value: number, format: (size: number) => string) => {
  const text = format(Math.abs(value));
  return value < 0 && /[1-9]/.test(text) ? `−${text}` : text;
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
  const text = tenths.format(days);
  return `${text} ${text === '1' ? 'day' : 'days'}`;
}

const long: Record<Unit, (size: number) => string> = {
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
  value === null || value === undefined ? dash : signed(value, long[unit]);

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

/** Short form for chart axes: `$1.2M`, `45 min`. */
export const shortFigureOf = (unit: Unit, value: number): string => signed(value, short[unit]);
