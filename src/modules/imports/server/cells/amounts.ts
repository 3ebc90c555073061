/** What a cell says, or why that cannot be. */
export type ParsedCell<T> = { value: T } | { error: string };

const amountForm = /^\$?\s{0,5}(\d{1,3}(?:,\d{3})+|\d*)(\.\d{1,2})?\s{0,5}(?:\$|USD)?$/i;
const dollars = (cents: number) => `$${(cents / 100).toLocaleString('en-US')}`;

/** `1,234.56` and `$1,234.5` as cents; what stands in parentheses or behind a minus is less than nothing. */
export function centsOf(text: string, mostCents: number): ParsedCell<number> {
  const plain = text.trim();
  if (/^\(.*\)$|^[-−]|-$/.test(plain) && /\d/.test(plain))
    return { error: 'An amount is not negative' };
  const [, whole = '', part = ''] = amountForm.exec(plain) ?? [];
  if (whole === '' && part === '') return { error: 'Please enter an amount such as 1,234.56' };
  const cents = Math.round(Number(`${whole.replaceAll(',', '') || '0'}${part}`) * 100);
  return cents > mostCents ? { error: `At most ${dollars(mostCents)}` } : { value: cents };
}

/** `1.5` as 150 hundredths. */
export function hundredthsOf(text: string, most: number): ParsedCell<number> {
  const [, whole = '', part = ''] = /^(\d{0,6})(\.\d{1,2})?$/.exec(text.trim()) ?? [];
  if (whole === '' && part === '') return { error: 'Please enter a number such as 1.5' };
  const hundredths = Math.round(Number(`${whole || '0'}${part}`) * 100);
  return hundredths > most ? { error: `At most ${most / 100}` } : { value: hundredths };
}

/** `12,345` as a count. */
export function countOf(text: string, most: number): ParsedCell<number> {
  const plain = text.trim();
  if (!/^(\d{1,3}(,\d{3})+|\d{1,9})$/.test(plain))
    return { error: 'Please enter a whole number such as 12,345' };
  const count = Number(plain.replaceAll(',', ''));
  return count > most ? { error: `At most ${most.toLocaleString('en-US')}` } : { value: count };
}
