import { codesIn, phonesIn } from '../../../../platform/server/text/codes.ts';
import { datesIn, marksFor, marksOf } from '../../../../platform/server/text/dates.ts';
import { stemOf } from '../../../../platform/server/text/stem.ts';
import { fold, wordsOf } from '../../../../platform/server/text/tokens.ts';

/** Scripts without spaces between words: each pair of signs is a word of its own. */
const spaceless =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;
const isSpaceless =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const wordMaxLength = 400;
/** Of one text; far more than a page has. */
const wordsAtMost = 20_000;

const stemWord = (stem: string) => `=${stem}`;

/** Signs in pairs, each also as the beginning of one. */
function pairsOf(run: string): string[] {
  const signs = [...run].map(fold).filter((sign) => sign !== '');
  return signs.map((sign, index) => sign + (signs[index + 1] ?? ''));
}

const vin = /^(?=.*\d)[a-hj-npr-z0-9]{17}$/;
/** Staff name a vehicle by the last eight or six of its VIN. */
const endsOf = (code: string) => (vin.test(code) ? [code.slice(-8), code.slice(-6)] : []);

/** The words a text is found by: folded, with stems, pairs of signs, codes without punctuation, and dates. */
export function wordsIn(text: string): string[] {
  const words = wordsOf(text);
  const found = new Set<string>();
  for (const word of words) {
    if (found.size >= wordsAtMost) break;
    found.add(word.text);
    for (const end of endsOf(word.text)) found.add(end);
    const stem = stemOf(word.text);
    if (stem) found.add(stemWord(stem));
    for (const [run] of text.slice(word.start, word.end).matchAll(spaceless)) {
      if (isSpaceless.test(run)) for (const pair of pairsOf(run)) found.add(pair);
      else if (run.length < word.end - word.start) found.add(fold(run));
    }
  }
  for (const code of codesIn(text, words)) {
    found.add(code);
    for (const end of endsOf(code)) found.add(end);
  }
  for (const date of datesIn(text)) for (const mark of marksOf(date)) found.add(mark);
  return [...found].filter((word) => word !== '' && word.length <= wordMaxLength);
}

/** One thing that must be found. */
export interface Term {
  /** As a `tsquery`. */
  query: string;
  /** Folded words of it, to mark in a text. */
  words: { text: string; isPrefix: boolean }[];
  /** Signs of a script without spaces, as typed. */
  run: string | null;
}

const quoted = (word: string, isPrefix = false) => `'${word}'${isPrefix ? ':*' : ''}`;
const either = (queries: readonly string[]) => `(${queries.join(' | ')})`;
const both = (queries: readonly string[]) => `(${queries.join(' & ')})`;

/** What typed text asks for; the last word may be unfinished. Folded words have only letters and digits. */
export function termsOf(typed: string): Term[] {
  const places = [
    ...datesIn(typed).map((date) => ({ ...date, marks: marksFor(date) })),
    ...phonesIn(typed).map((phone) => ({ ...phone, marks: [phone.text] })),
  ].sort((a, b) => a.start - b.start);
  const terms: Term[] = [];
  let end = 0;
  for (const { start, end: last, marks } of places) {
    if (start < end) continue;
    terms.push(...piecesOf(typed.slice(end, start), false));
    const written = wordsOf(typed.slice(start, last)).map(({ text }) => text);
    terms.push({
      query: either([
        ...marks.map((mark) => quoted(mark)),
        both(written.map((one) => quoted(one))),
      ]),
      words: written.map((text) => ({ text, isPrefix: false })),
      run: null,
    });
    end = last;
  }
  return [...terms, ...piecesOf(typed.slice(end), true)];
}

function piecesOf(text: string, isEnd: boolean): Term[] {
  const pieces = text.split(/\s+/).filter((piece) => wordsOf(piece).length > 0);
  return pieces.flatMap((piece, index) => termsIn(piece, isEnd && index === pieces.length - 1));
}

function termsIn(piece: string, isLast: boolean): Term[] {
  const words = wordsOf(piece);
  const [only] = words;
  if (words.length === 1 && only && /\p{L}/u.test(piece)) {
    const runs = [...piece.slice(only.start, only.end).matchAll(spaceless)].map(([run]) => run);
    if (runs.some((run) => isSpaceless.test(run)))
      return runs.flatMap((run) => runTerm(run, isLast));
  }
  const marked = words.map(({ text }, index) => ({
    text,
    isPrefix: isLast && index === words.length - 1,
  }));
  const whole = both(marked.map(({ text, isPrefix }) => wordQuery(text, isPrefix)));
  const joined = words.map(({ text }) => text).join('');
  const query = words.length > 1 ? either([whole, quoted(joined, isLast)]) : whole;
  return [{ query, words: marked, run: null }];
}

function wordQuery(word: string, isPrefix: boolean): string {
  const stem = stemOf(word);
  return either([quoted(word, isPrefix), ...(stem ? [quoted(stemWord(stem))] : [])]);
}

function runTerm(run: string, isLast: boolean): Term[] {
  if (!isSpaceless.test(run)) {
    const text = fold(run);
    const words = [{ text, isPrefix: isLast }];
    return text === '' ? [] : [{ query: quoted(text, isLast), words, run: null }];
  }
  const pairs = pairsOf(run);
  const [only = ''] = pairs;
  if (pairs.length < 2) return only ? [{ query: quoted(only, true), words: [], run }] : [];
  // The last sign begins a pair that goes on in the text.
  const query = both(pairs.slice(0, -1).map((pair) => quoted(pair)));
  return [{ query, words: [], run }];
}
