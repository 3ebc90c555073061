import { checkVin } from '../../vin/contract.ts';

const isValid = (text: string) => checkVin(text).valid;

/** Letters no VIN has, for the digits they are mistaken for. */
const withoutLookAlikes = (text: string) => text.replace(/[OQ]/g, '0').replace(/I/g, '1');

/**
 * Meant as a VIN, right or wrong. The last four are digits on every car and light truck, and a word of 17
 * letters is none.
 */
function isMeantAsVin(text: string): boolean {
  return (
    /^[A-Z0-9]{17}$/.test(text) &&
    (isValid(text) ||
      (/\d{3}/.test(withoutLookAlikes(text.slice(-4))) && (text.match(/\d/g) ?? []).length >= 5))
  );
}

/** A label in Code 39 may begin with the I of an import; others end with a check character of their own. */
function withinEighteen(text: string): string[] {
  if (text.length !== 18) return [];
  return text.startsWith('I') ? [text.slice(1)] : [text.slice(0, -1)];
}

/** Nothing but one VIN, with the blanks, hyphens and asterisks of a label. */
const alone = /^[\s*]*[A-Z0-9](?:[A-Z0-9\s-]*[A-Z0-9])?[\s*]*$/;

/** The VIN a text holds, in capitals; its check digit may be wrong where the text is nothing but a VIN. */
export function findVin(text: string): string | null {
  const capitals = text.toUpperCase();
  const words = capitals.split(/[^A-Z0-9]+/).filter(Boolean);
  const whole = alone.test(capitals) ? words.join('') : '';
  const inText = words.flatMap((word) => (word.startsWith('I') ? [word, word.slice(1)] : [word]));
  const wholes = [whole, ...withinEighteen(whole)].filter(isMeantAsVin);
  return (
    [...wholes, ...inText].find((one) => isMeantAsVin(one) && isValid(one)) ?? wholes[0] ?? null
  );
}

/** How many characters something has that was surely meant as a VIN, and is one or two off; or null. */
export function wrongVinLength(text: string): number | null {
  const whole = text.toUpperCase().replace(/[\s-]/g, '');
  const length = whole.length;
  if (length < 15 || length > 19 || length === 17 || !/^[A-Z0-9]+$/.test(whole)) return null;
  const digits = whole.replace(/\D/g, '').length;
  return digits >= 5 && digits < length && /\d{3}$/.test(whole) ? length : null;
}

/** What position 9 would have to be for the rest to be right; null where a character is none of a VIN's. */
export function expectedCheckDigit(vin: string): string | null {
  return (
    [...'0123456789X'].find((digit) => isValid(vin.slice(0, 8) + digit + vin.slice(9))) ?? null
  );
}

export interface Correction {
  vin: string;
  /** The places that differ from what was read, the first is 0. */
  changed: number[];
}

/** Groups whose members are mistaken for each other, on a plate behind glass as in handwriting. */
const twins = ['0ODQ', '1IL', '2Z', '5S', '8B', '6G'];
const relatives = ['UV', 'VY', 'CG', 'MN', 'EF', 'PR', 'KX', '17T', '4A', '38', '3B', '68'];
const alphabet = '0123456789ABCDEFGHJKLMNPRSTUVWXYZ';

const areIn = (groups: readonly string[], one = '', other = '') =>
  groups.some((group) => group.includes(one) && group.includes(other));

const placesThatDiffer = (one: string, other: string) =>
  [...one].flatMap((character, at) => (character === other[at] ? [] : [at]));

/** Two neighbors in the wrong order: the commonest slip of who types. */
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
 * VINs that fit their check digit and that this may have been meant as, the likeliest first: letters no
 * VIN has, then one look-alike, then two swapped neighbors, then any other single character.
 */
export function correctionsOf(read: string): Correction[] {
  const legal = withoutLookAlikes(read);
  const sorted = [legal, ...swaps(legal), ...substitutions(legal)]
    .filter((vin) => vin !== read && isValid(vin))
    .map((vin) => ({ vin, changed: placesThatDiffer(read, vin), rank: rankOf(legal, vin) }))
    .sort((a, b) => a.rank - b.rank);
  const distinct = new Map(sorted.toReversed().map((one) => [one.vin, one]));
  return sorted
    .filter((one) => distinct.get(one.vin) === one)
    .slice(0, mostCorrections)
    .map(({ vin, changed }) => ({ vin, changed }));
}

function rankOf(legal: string, vin: string): number {
  if (vin === legal) return 0;
  const places = placesThatDiffer(legal, vin);
  if (places.length === 2) return 3;
  const [at = 0] = places;
  if (areIn(twins, legal[at], vin[at])) return 1;
  if (areIn(relatives, legal[at], vin[at])) return 2;
  // The serial number at the end is the smallest in print.
  return at >= 11 ? 4 : 5;
}
