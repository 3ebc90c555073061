import { checkVin } from '../../vin/contract.ts';

const isValid = (text: string) => checkVin(text).valid;

/** Replaces letters that VINs never contain with the digits they resemble. */
const withoutLookAlikes = (text: string) => text.replace(/[OQ]/g, '0').replace(/I/g, '1');

/**
 * Whether a text is meant as a VIN, valid or not. On passenger vehicles the last four characters are digits,
 * which rules out 17-letter words.
 */
function isMeantAsVin(text: string): boolean {
  return (
    /^[A-Z0-9]{17}$/.test(text) &&
    (isValid(text) ||
      (/\d{3}/.test(withoutLookAlikes(text.slice(-4))) && (text.match(/\d/g) ?? []).length >= 5))
  );
}

/** A Code 39 label may start with an I for imports, or end with its own check character. */
function withoutLabelCharacter(text: string): string[] {
  if (text.length !== 18) return [];
  return text.startsWith('I') ? [text.slice(1)] : [text.slice(0, -1)];
}

/** Only one VIN, possibly with the blanks, hyphens and asterisks of a label. */
const alone = /^[\s*]*[A-Z0-9](?:[A-Z0-9\s-]*[A-Z0-9])?[\s*]*$/;

/** The VIN in a text, in capitals; its check digit may be invalid if the text is nothing but the VIN. */
export function findVin(text: string): string | null {
  const capitals = text.toUpperCase();
  const tokens = capitals.split(/[^A-Z0-9]+/).filter(Boolean);
  const joined = alone.test(capitals) ? tokens.join('') : '';
  const inText = tokens.flatMap((token) =>
    token.startsWith('I') ? [token, token.slice(1)] : [token],
  );
  const candidates = [joined, ...withoutLabelCharacter(joined)].filter(isMeantAsVin);
  return (
    [...candidates, ...inText].find((text) => isMeantAsVin(text) && isValid(text)) ??
    candidates[0] ??
    null
  );
}

/** The length of a text that is clearly meant as a VIN but is one or two characters off; else null. */
export function wrongVinLength(text: string): number | null {
  const compact = text.toUpperCase().replace(/[\s-]/g, '');
  const length = compact.length;
  if (length < 15 || length > 19 || length === 17 || !/^[A-Z0-9]+$/.test(compact)) return null;
  const digits = compact.replace(/\D/g, '').length;
  return digits >= 5 && digits < length && /\d{3}$/.test(compact) ? length : null;
}

/** The check digit that would make the VIN valid; null if it contains an illegal character. */
export function expectedCheckDigit(vin: string): string | null {
  return (
    [...'0123456789X'].find((digit) => isValid(vin.slice(0, 8) + digit + vin.slice(9))) ?? null
  );
}

export interface Correction {
  vin: string;
  /** The indexes that differ from the scanned text. */
  changed: number[];
}

/** Characters that are easily confused, in print as in handwriting. */
const twins = ['0ODQ', '1IL', '2Z', '5S', '8B', '6G'];
const similar = ['UV', 'VY', 'CG', 'MN', 'EF', 'PR', 'KX', '17T', '4A', '38', '3B', '68'];
const alphabet = '0123456789ABCDEFGHJKLMNPRSTUVWXYZ';

const areIn = (groups: readonly string[], one = '', other = '') =>
  groups.some((group) => group.includes(one) && group.includes(other));

const differingIndexes = (one: string, other: string) =>
  [...one].flatMap((character, at) => (character === other[at] ? [] : [at]));

/** Two adjacent characters swapped: the most common typing error. */
function swaps(vin: string): string[] {
  return [...vin.slice(1)].map((next, at) => vin.slice(0, at) + next + vin[at] + vin.slice(at + 2));
}

function substitutions(vin: string): string[] {
  return [...vin].flatMap((_, at) =>
    [...alphabet].map((other) => vin.slice(0, at) + other + vin.slice(at + 1)),
  );
}

const mostCorrections = 5;

/**
 * Valid VINs that may have been meant, most likely first: illegal letters replaced, then one look-alike, then
 * two swapped neighbors, then any other single character.
 */
export function correctionsOf(scanned: string): Correction[] {
  const legal = withoutLookAlikes(scanned);
  const sorted = [legal, ...swaps(legal), ...substitutions(legal)]
    .filter((vin) => vin !== scanned && isValid(vin))
    .map((vin) => ({ vin, changed: differingIndexes(scanned, vin), rank: rankOf(legal, vin) }))
    .sort((a, b) => a.rank - b.rank);
  const distinct = new Map(sorted.toReversed().map((correction) => [correction.vin, correction]));
  return sorted
    .filter((correction) => distinct.get(correction.vin) === correction)
    .slice(0, mostCorrections)
    .map(({ vin, changed }) => ({ vin, changed }));
}

function rankOf(legal: string, vin: string): number {
  if (vin === legal) return 0;
  const indexes = differingIndexes(legal, vin);
  if (indexes.length === 2) return 3;
  const [at = 0] = indexes;
  if (areIn(twins, legal[at], vin[at])) return 1;
  if (areIn(similar, legal[at], vin[at])) return 2;
  // The serial number at the end is printed smallest.
  return at >= 11 ? 4 : 5;
}
