/** A phone number as it is stored: E.164 and extension. */
export interface Phone {
  e164: string;
  extension: string;
}

const extensionForm = /(?:;ext=|extension|ext\.?|x|#)\s*(\d{1,8})\s*$/i;

/**
 * Parses a number as typed: ten North American digits in any punctuation, with or without a leading
 * 1, or any other country's after a plus. Null if it cannot be dialed.
 */
export function readPhone(typed: string): Phone | null {
  const extension = extensionForm.exec(typed)?.[1] ?? '';
  const number = typed.replace(extensionForm, '').trim();
  if (!/^\+?[\d\s().\-/]+$/.test(number)) return null;
  const digits = number.replace(/\D/g, '');
  if (number.startsWith('+') && !digits.startsWith('1')) {
    return /^[2-9]\d{7,14}$/.test(digits) ? { e164: `+${digits}`, extension } : null;
  }
  const national = digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
  return isNorthAmerican(national) ? { e164: `+1${national}`, extension } : null;
}

/** Neither area code nor exchange starts with 0 or 1 or is a service code (911). */
const isNorthAmerican = (digits: string) =>
  /^[2-9]\d{2}[2-9]\d{6}$/.test(digits) && !/^(?:[2-9]11|\d{3}[2-9]11)/.test(digits);

/** `(316) 555-0142 ext. 7`; other countries' numbers with a plus. */
export function phoneText({ e164, extension }: Phone): string {
  const [, area, exchange, line] = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(e164) ?? [];
  const number = area ? `(${area}) ${exchange}-${line}` : e164;
  return extension ? `${number} ext. ${extension}` : number;
}
