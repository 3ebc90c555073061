/** A telephone number as it is kept: E.164, and the extension behind it. */
export interface Phone {
  e164: string;
  extension: string;
}

const extensionForm = /(?:;ext=|extension|ext\.?|x|#)\s*(\d{1,8})\s*$/i;

/**
 * Reads a number as people type it: ten digits of North America in any punctuation, with or without 1
 * before them, or any other country's behind a plus. Null for what cannot be dialed.
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

/** Neither area nor exchange begins with 0 or 1, and neither is one of the service codes (911). */
const isNorthAmerican = (digits: string) =>
  /^[2-9]\d{2}[2-9]\d{6}$/.test(digits) && !/^(?:[2-9]11|\d{3}[2-9]11)/.test(digits);

/** `(316) 555-0142 ext. 7`; other countries' numbers with a plus. */
export function phoneText({ e164, extension }: Phone): string {
  const [, area, exchange, line] = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(e164) ?? [];
  const number = area ? `(${area}) ${exchange}-${line}` : e164;
  return extension ? `${number} ext. ${extension}` : number;
}
