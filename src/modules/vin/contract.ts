import { makeOfPrefix } from './contract/makes.ts';

export const vinLength = 17;
/** Without I, O and Q, which look like 1 and 0. */
export const vinPattern = /^[A-HJ-NPR-Z0-9]{17}$/;

export type VinProblem = 'length' | 'characters' | 'check_digit';

/** Values and weights of 49 CFR 565.15; index 8 is the check digit itself. */
const values = new Map<string, number>([
  ...[...'0123456789'].map((digit): [string, number] => [digit, Number(digit)]),
  ...[...'ABCDEFGH'].map((letter, index): [string, number] => [letter, index + 1]),
  ...[...'JKLMN'].map((letter, index): [string, number] => [letter, index + 1]),
  ['P', 7],
  ['R', 9],
  ...[...'STUVWXYZ'].map((letter, index): [string, number] => [letter, index + 2]),
]);
const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];

/** The check digit these characters ask for; null where one of them cannot be in a VIN. */
export function checkDigitOf(vin: string): string | null {
  if (!vinPattern.test(vin)) return null;
  const sum = weights.reduce(
    (total, weight, index) => total + weight * (values.get(vin.charAt(index)) ?? 0),
    0,
  );
  const remainder = sum % 11;
  return remainder === 10 ? 'X' : String(remainder);
}

/**
 * A wrong check digit is a warning, not a verdict: only North America demands a right one, so cars built for
 * elsewhere may fail it.
 */
export function checkVin(vin: string): { valid: boolean; problem: VinProblem | null } {
  if (vin.length !== vinLength) return { valid: false, problem: 'length' };
  const digit = checkDigitOf(vin);
  if (digit === null) return { valid: false, problem: 'characters' };
  return digit === vin.charAt(8)
    ? { valid: true, problem: null }
    : { valid: false, problem: 'check_digit' };
}

const isRight = (vin: string) => checkVin(vin).valid;

/** The 17 characters a label of 17 or 18 may mean; Code 39 puts an I in front, some readers a check character behind. */
function readings(word: string): string[] {
  if (word.length === vinLength) return [word];
  if (word.length !== vinLength + 1) return [];
  return word.startsWith('I') ? [word.slice(1)] : [word.slice(1), word.slice(0, vinLength)];
}

function candidatesIn(text: string): string[] {
  const upper = text.toUpperCase();
  const joined = upper.replace(/[\s‐-―-]+/g, '').replace(/^VIN(?=.{17})/, '');
  return [...new Set([joined, upper].flatMap((one) => one.split(/[^A-Z0-9]+/)))].flatMap(readings);
}

/**
 * The VIN in what was typed, read from a label or carried by an address: upper case, without spaces and hyphens,
 * without what a bar code puts around it. Where there is none, what was given, cleaned; never a changed
 * character (see `correctVin`).
 */
export function cleanVin(text: string): string {
  const found = candidatesIn(text);
  const clean = found.find(isRight) ?? found.find((one) => vinPattern.test(one)) ?? found[0];
  return clean ?? text.toUpperCase().replace(/[^A-Z0-9]+/g, '');
}

/** The VIN it would be with O and Q read as 0 and I as 1, to be offered, never taken silently; null: none. */
export function correctVin(text: string): string | null {
  const tries = candidatesIn(text).map((one) => one.replace(/[OQ]/g, '0').replace(/I/g, '1'));
  const right = tries.find(isRight);
  return right === undefined || right === cleanVin(text) ? null : right;
}

const yearCodes = 'ABCDEFGHJKLMNPRSTVWXY123456789';

/** The two model years, thirty years apart, that the tenth character may stand for; the later one last. */
export function modelYearsOf(vin: string): number[] {
  const index = vinPattern.test(vin) ? yearCodes.indexOf(vin.charAt(9)) : -1;
  return index < 0 ? [] : [1980 + index, 2010 + index];
}

/**
 * The model year; null where the VIN has none. Cars and light trucks carry a letter in the seventh place since
 * 2010 and a digit before; trucks over 10,000 lb do not keep to that (see `modelYearsOf`).
 */
export function modelYearOf(vin: string): number | null {
  const [earlier, later] = modelYearsOf(vin);
  return (/[A-Z]/.test(vin.charAt(6)) ? later : earlier) ?? null;
}

/** The make, as people say it; null where it is not known or shared by makes. */
export function makeOf(vin: string): string | null {
  return vinPattern.test(vin) ? makeOfPrefix(vin) : null;
}

/** What people say for a car in the yard. */
export const lastEight = (vin: string): string => vin.slice(-8);
