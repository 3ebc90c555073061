/** Ends a variable-length field of a GS1 code; keyboard-wedge scanners send it as Ctrl+]. */
export const groupSeparator = '\x1d';

/** Fixed field lengths by application identifier; other fields end at the separator. */
const fixed: Record<string, number> = {
  '00': 18,
  '01': 14,
  '02': 14,
  '11': 6,
  '12': 6,
  '13': 6,
  '15': 6,
  '16': 6,
  '17': 6,
  '20': 2,
};

/** Three-digit identifiers, limited to those that appear on parts. */
const lengthOfIdentifier = (text: string) => (/^(24|25|40|41|42|71)/.test(text) ? 3 : 2);

interface Field {
  identifier: string;
  value: string;
}

/** Parses a GS1 code, raw or human-readable; null if it is not one. */
export function parseGs1(text: string): Field[] | null {
  const printed = [...text.matchAll(/\((\d{2,4})\)([^()]+)/g)];
  if (printed.length > 0 && printed.map(([all]) => all).join('') === text) {
    const fields = printed.map(([, identifier = '', value = '']) => ({ identifier, value }));
    return areWellFormed(fields) ? fields : null;
  }
  const fields: Field[] = [];
  let rest = withoutSeparator(text);
  while (rest) {
    const identifier = rest.slice(0, lengthOfIdentifier(rest));
    const after = rest.slice(identifier.length);
    const [upToSeparator = ''] = after.split(groupSeparator, 1);
    const value = after.slice(0, fixed[identifier] ?? upToSeparator.length);
    fields.push({ identifier, value });
    rest = withoutSeparator(after.slice(value.length));
    if (fields.length > 20) return null;
  }
  return areWellFormed(fields) ? fields : null;
}

const withoutSeparator = (text: string) => (text.startsWith(groupSeparator) ? text.slice(1) : text);

function areWellFormed(fields: readonly Field[]): boolean {
  return (
    fields.length > 0 &&
    fields.every(({ identifier, value }) => {
      const length = fixed[identifier];
      if (!/^\d{2,4}$/.test(identifier) || value === '') return false;
      // Bounded: digits of a fixed length.
      if (length !== undefined && !new RegExp(`^\\d{${length}}$`).test(value)) return false;
      return !/^0[12]$/.test(identifier) || isTradeNumber(value);
    })
  );
}

/** The human-readable form: `(01)09501101530003(10)AB`. */
export const printGs1 = (fields: readonly Field[]) =>
  fields.map(({ identifier, value }) => `(${identifier})${value}`).join('');

/** An EAN, UPC or GTIN: 8, 12, 13 or 14 digits with a valid check digit. */
export function isTradeNumber(text: string): boolean {
  if (!/^(\d{8}|\d{12,14})$/.test(text)) return false;
  const digits = [...text].reverse().map(Number);
  const sum = digits.reduce((total, digit, at) => total + digit * (at % 2 === 1 ? 3 : 1), 0);
  return sum % 10 === 0;
}
