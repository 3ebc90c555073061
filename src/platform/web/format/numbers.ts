const formats = new WeakMap<Intl.NumberFormatOptions, Intl.NumberFormat>();

/**
 * Formats a number as in the United States. The format of an options object is created when it is first used, as that
 * takes long, and kept.
 */
export function formatNumber(value: number, options: Intl.NumberFormatOptions): string {
  const known = formats.get(options);
  if (known) return known.format(value);
  const format = new Intl.NumberFormat('en-US', options);
  formats.set(options, format);
  return format.format(value);
}
