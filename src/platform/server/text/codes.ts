import type { Token } from './tokens.ts';

/** A code in a text, whatever punctuation is inside it. */
export interface Code {
  text: string;
  start: number;
  end: number;
}

const phone =
  /(?<![\p{L}\p{N}])(?:\+?1[\s.-]?)?\(?(\d{3})\)?[\s.-]{0,2}(\d{3})[\s.-]?(\d{4})(?![\p{L}\p{N}])/gu;
const abroad = /(?<![\p{L}\p{N}])\+\d[\d\s().-]{6,20}\d(?![\p{L}\p{N}])/gu;

/** Phone numbers as digits; US numbers without the leading 1. */
export function phonesIn(text: string): Code[] {
  if (!/\d{4}/.test(text)) return [];
  const home = [...text.matchAll(phone)].map(
    ({ 0: written, 1: area, 2: exchange, 3: line, index }) =>
      codeAt(`${area}${exchange}${line}`, index, written),
  );
  const taken = new Uint8Array(text.length);
  for (const { start, end } of home) taken.fill(1, start, end);
  const others = [...text.matchAll(abroad)]
    .map(({ 0: written, index }) => codeAt(written.replace(/\D/g, ''), index, written))
    .filter(({ start, end }) => !taken.subarray(start, end).includes(1));
  return [...home, ...others].sort((a, b) => a.start - b.start);
}

const codeAt = (text: string, start: number, written: string): Code => ({
  text,
  start,
  end: start + written.length,
});

const vinGroups = /(?<![\p{L}\p{N}])[A-HJ-NPR-Z0-9](?:[ -]?[A-HJ-NPR-Z0-9]){16}(?![\p{L}\p{N}])/giu;

/** VINs written in groups; unbroken ones are plain words. */
function groupedVinsIn(text: string): string[] {
  return [...text.matchAll(vinGroups)]
    .map(([written]) => written.replace(/[ -]/g, ''))
    .filter((vin) => /\d{4}$/.test(vin) && /[a-z]/i.test(vin));
}

/** RO 10442, stock # FD-10234: a short name and its number are one code. */
const numbered = /(?<![\p{L}\p{N}])([a-z]{1,3})[\s#:.-]{1,3}(\d{2,}[a-z]?)(?![\p{L}\p{N}])/giu;

const codeMaxLength = 40;

/**
 * The codes of a text without inner punctuation: `F-150` as `f150`, phone numbers as digits, and words
 * joined by punctuation or underscores as one.
 */
export function codesIn(text: string, words: readonly Token[]): Set<string> {
  const codes = new Set<string>();
  for (const code of joinedIn(text, words)) codes.add(code);
  if (!/\d/.test(text)) return codes;
  for (const { text: digits } of phonesIn(text)) codes.add(digits);
  for (const vin of groupedVinsIn(text)) codes.add(vin.toLowerCase());
  for (const [, name = '', number = ''] of text.matchAll(numbered)) {
    codes.add(`${name}${number}`.toLowerCase());
  }
  return codes;
}

/** Joins words without spaces between them. */
function* joinedIn(text: string, words: readonly Token[]): Generator<string> {
  let run: string[] = [];
  let end = -1;
  for (const word of words) {
    const gap = end < 0 ? ' ' : text.slice(end, word.start);
    if (/\s/.test(gap)) {
      yield* joined(run);
      run = [];
    }
    run.push(word.text);
    end = word.end;
  }
  yield* joined(run);
}

function* joined(run: readonly string[]): Generator<string> {
  if (run.length < 2) return;
  const code = run.join('');
  if (code.length >= 3 && code.length <= codeMaxLength) yield code;
}
