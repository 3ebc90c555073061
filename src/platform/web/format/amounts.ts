const formats = new WeakMap<Intl.NumberFormatOptions, Intl.NumberFormat>();

/** The format of an options object is created when it is first used, as that takes long, and kept. */
function formatNumber(value: number, options: Intl.NumberFormatOptions): string {
  const known = formats.get(options);
  if (known) return known.format(value);
  const format = new Intl.NumberFormat('en-US', options);
  formats.set(options, format);
  return format.format(value);
}

const exact = { style: 'currency', currency: 'USD' } as const;
const whole = { ...exact, maximumFractionDigits: 0 };

/** `$42,500` */
export const wholeDollarsOf = (cents: number) => formatNumber(Math.round(cents / 100), whole);

/** `$42,500`; with cents only if there are some. */
export const dollarsOf = (cents: number) =>
  formatNumber(cents / 100, cents % 100 === 0 ? whole : exact);

/** `$993.00`: aligned in a column. */
export const exactDollarsOf = (cents: number) => formatNumber(cents / 100, exact);

/** `12,000 mi` */
export const milesOf = (miles: number) => `${miles.toLocaleString('en-US')} mi`;

export const plural = (count: number, one: string, many = `${one}s`) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;

/** Typed dollars in cents; null if empty, undefined if invalid. */
export const centsOf = (typed: string): number | null | undefined => hundredthsOf(typed, 7);

/** A number with at most two decimals, in hundredths; null if empty, undefined if invalid. */
export function hundredthsOf(typed: string, digits = 4): number | null | undefined {
  const plain = typed.replace(/[$,\s]/g, '');
  if (plain === '') return null;
  // Bounded: digits of a fixed length.
  const form = new RegExp(`^\\d{1,${digits}}(\\.\\d{1,2})?$`);
  return form.test(plain) ? Math.round(Number(plain) * 100) : undefined;
}

/** A typed integer; undefined if invalid. */
export function countOf(typed: string): number | undefined {
  const plain = typed.replace(/[,\s]/g, '');
  return /^\d{1,7}$/.test(plain) ? Number(plain) : undefined;
}

/** Hundredths, including cents, as one would type them. */
export const typedHundredths = (hundredths: number | null | undefined) =>
  hundredths === null || hundredths === undefined ? '' : String(hundredths / 100);
