/** Normalized text for number detection, with the original position of each character. */
export interface Flat {
  /** ASCII digits, one kind of dash and space, nothing invisible; letters keep their case. */
  text: string;
  /** Start and end of each character in the original. */
  starts: readonly number[];
  ends: readonly number[];
}

const invisible = /^[\p{Cf}\p{Mn}\p{Me}\u115f\u1160\u3164\uffa0]$/u;
const dash = /^[\p{Pd}\u2212\u2043\u02d7\u00b7\u2022\u2027\u30fb]$/u;
const blank = /^[\p{Zs}\t]$/u;
const digit = /^\p{Nd}$/u;
const known = new Map<string, string>();

/**
 * Normalizes what hides a number from a search but not from a reader: digits of other scripts, circled
 * and full-width digits, zero-width characters, and the many dashes and spaces.
 */
export function flatten(text: string): Flat {
  const starts: number[] = [];
  const ends: number[] = [];
  let flat = '';
  for (let at = 0; at < text.length; ) {
    const code = text.codePointAt(at) ?? 0;
    const sign = code < 128 ? plainOf(code) : foldOf(String.fromCodePoint(code));
    const next = at + (code > 0xffff ? 2 : 1);
    for (let each = 0; each < sign.length; each += 1) {
      starts.push(at);
      ends.push(next);
    }
    flat += sign;
    at = next;
  }
  return { text: flat, starts, ends };
}

const plainOf = (code: number) => (code === 9 ? ' ' : String.fromCharCode(code));

function foldOf(sign: string): string {
  const folded = known.get(sign);
  if (folded !== undefined) return folded;
  const computed = computeFold(sign);
  // Bounded: a text can contain any of a million code points.
  if (known.size < 2_000) known.set(sign, computed);
  return computed;
}

function computeFold(sign: string): string {
  if (invisible.test(sign)) return '';
  if (dash.test(sign)) return '-';
  if (blank.test(sign)) return ' ';
  if (digit.test(sign)) return String(digitOf(sign));
  const composed = sign.normalize('NFKC');
  if (/^[\x20-\x7e]$/.test(composed)) return composed;
  return /^[\u2018\u2019\u02bc]$/.test(sign) ? "'" : sign;
}

/** Every script has its ten digits in a row, from zero on; only the mathematical rows touch each other. */
function digitOf(sign: string): number {
  const code = sign.codePointAt(0) ?? 0;
  let first = code;
  while (digit.test(String.fromCodePoint(first - 1))) first -= 1;
  return (code - first) % 10;
}
