/** The value of a cell, or an error. */
export type ParsedCell<T> = { value: T } | { error: string };

const amountForm = /^\$?\s{0,5}(\d{1,3}(?:,\d{3})+|\d*)(\.\d{1,2})?\s{0,5}(?:\$|USD)?$/i;
const dollars = (cents: number) => `$${(cents / 100).toLocaleString('en-US')}`;

/** `1,234.56` and `$1,234.5` as cents; parentheses or a minus sign mean negative. */
export function centsOf(text: string, mostCents: number): ParsedCell<number> {
  const plain = text.trim();
  if (/^\(.*\)$|^[-−]|-$/.test(plain) && /\d/.test(plain))
    return { error: 'Enter an amount of 0 or more' };
  const [, integer = '', fraction = ''] = amountForm.exec(plain) ?? [];
  if (integer === '' && fraction === '') return { error: 'Enter an amount such as 1,234.56' };
  const cents = Math.round(Number(`${integer.replaceAll(',', '') || '0'}${fraction}`) * 100);
  return cents > mostCents ? { error: `At most ${dollars(mostCents)}` } : { value: cents };
}

/** `1.5` as 150 hundredths. */
export function hundredthsOf(text: string, most: number): ParsedCell<number> {
  const [, integer = '', fraction = ''] = /^(\d{0,6})(\.\d{1,2})?$/.exec(text.trim()) ?? [];
  if (integer === '' && fraction === '') return { error: 'Enter a number such as 1.5' };
  const hundredths = Math.round(Number(`${integer || '0'}${fraction}`) * 100);
  return hundredths > most ? { error: `At most ${most / 100}` } : { value: hundredths };
}

/** `12,345` as an integer. */
export function countOf(text: string, most: number): ParsedCell<number> {
  const plain = text.trim();
  if (!/^(\d{1,3}(,\d{3})+|\d{1,9})$/.test(plain))
    return { error: 'Enter a whole number such as 12,345' };
  const count = Number(plain.replaceAll(',', ''));
  return count > most ? { error: `At most ${most.toLocaleString('en-US')}` } : { value: count };
}
