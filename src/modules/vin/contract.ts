import * as z from 'zod/mini';
import { makeOfPrefix } from './contract/makes.ts';

export const vinLength = 17;
/** Without I, O and Q, which look like 1 and 0. */
export const vinPattern = /^[A-HJ-NPR-Z0-9]{17}$/;
const vinRule = 'A VIN has 17 characters, without I, O and Q';

/** Why what was typed is not a VIN, as a message; undefined if it is one, or nothing was typed. */
export function findVinProblem(typed: string): string | undefined {
  const vin = typed.trim().toUpperCase();
  return vin && !vinPattern.test(vin) ? vinRule : undefined;
}

const vinText = z.string().check(z.trim(), z.toUpperCase());
/** A VIN in a request; null or missing: not known. */
export const vinInput = z._default(z.nullable(vinText.check(z.regex(vinPattern, vinRule))), null);
/** The same, empty: not known. */
export const freeVin = z._default(
  vinText.check(z.refine((vin) => findVinProblem(vin) === undefined, { error: vinRule })),
  '',
);

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

/** The check digit these characters require; null if one of them cannot be in a VIN. */
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
 * A wrong check digit is a warning, not an error: only North America requires a correct one, so vehicles built for
 * other markets may fail it.
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

/**
 * The 17-character candidates in a label of 17 or 18: Code 39 adds a leading I, some readers a trailing check
 * character.
 */
function readings(text: string): string[] {
  if (text.length === vinLength) return [text];
  if (text.length !== vinLength + 1) return [];
  return text.startsWith('I') ? [text.slice(1)] : [text.slice(1), text.slice(0, vinLength)];
}

function candidatesIn(text: string): string[] {
  const upper = text.toUpperCase();
  const joined = upper.replace(/[\s‐-―-]+/g, '').replace(/^VIN(?=.{17})/, '');
  return [...new Set([joined, upper].flatMap((one) => one.split(/[^A-Z0-9]+/)))].flatMap(readings);
}

/**
 * The VIN in typed, scanned or URL text: uppercase, without spaces and hyphens, without what a bar code adds around
 * it. If there is none, the cleaned input; characters are never changed (see `correctVin`).
 */
export function cleanVin(text: string): string {
  const found = candidatesIn(text);
  const clean = found.find(isRight) ?? found.find((one) => vinPattern.test(one)) ?? found[0];
  return clean ?? text.toUpperCase().replace(/[^A-Z0-9]+/g, '');
}

/** The VIN with O and Q read as 0 and I as 1, to suggest and never to apply silently; null: none. */
export function correctVin(text: string): string | null {
  const tries = candidatesIn(text).map((one) => one.replace(/[OQ]/g, '0').replace(/I/g, '1'));
  const right = tries.find(isRight);
  return right === undefined || right === cleanVin(text) ? null : right;
}

const yearCodes = 'ABCDEFGHJKLMNPRSTVWXY123456789';

/** The two model years, thirty years apart, that the tenth character can mean; the later one last. */
export function modelYearsOf(vin: string): number[] {
  const index = vinPattern.test(vin) ? yearCodes.indexOf(vin.charAt(9)) : -1;
  return index < 0 ? [] : [1980 + index, 2010 + index];
}

/**
 * The model year; null if the VIN has none. Cars and light trucks have had a letter in the seventh position since
 * 2010 and a digit before; trucks over 10,000 lb do not follow this rule (see `modelYearsOf`).
 */
export function modelYearOf(vin: string): number | null {
  const [earlier, later] = modelYearsOf(vin);
  return (/[A-Z]/.test(vin.charAt(6)) ? later : earlier) ?? null;
}

/** The make; null if unknown or shared by several makes. */
export function makeOf(vin: string): string | null {
  return vinPattern.test(vin) ? makeOfPrefix(vin) : null;
}

/** The last eight characters, which staff use to identify a vehicle. */
export const lastEight = (vin: string): string => vin.slice(-8);
