/**
 * One spelling of an employee number for what was typed, so that guesses at one number count together however it is
 * written; null if it cannot be one.
 */
export function normalizeNumber(typed: string): string | null {
  const plain = typed.replace(/\s/g, '').toUpperCase();
  if (!/^[A-Z0-9-]{1,12}$/.test(plain)) return null;
  return /^\d+$/.test(plain) ? plain.replace(/^0+(?=\d)/, '') : plain;
}
