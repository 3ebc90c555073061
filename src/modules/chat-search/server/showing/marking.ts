import { datesIn, marksFor, marksOf } from '../../../../platform/server/text/dates.ts';
import { stemOf } from '../../../../platform/server/text/stem.ts';
import { type Token, wordsOf } from '../../../../platform/server/text/tokens.ts';
import type { ExcerptPart } from '../../contract.ts';
import type { Term } from '../query/parse.ts';

export interface Range {
  start: number;
  end: number;
}

/** The matches in a text, left to right, without overlaps. */
export function rangesIn(text: string, terms: readonly Term[]): Range[] {
  const words = wordsOf(text);
  const found = terms.flatMap((term) => {
    const wordMatches = wordRanges(text, words, term);
    return wordMatches.length > 0 ? wordMatches : joinedRanges(words, joinedOf(term));
  });
  const merged: Range[] = [];
  for (const range of found.sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last && range.start <= last.end) last.end = Math.max(last.end, range.end);
    else merged.push({ ...range });
  }
  return merged;
}

function wordRanges(text: string, words: readonly Token[], term: Term): Range[] {
  switch (term.kind) {
    case 'phone':
      return [];
    case 'date': {
      const marks = marksFor(term.date);
      const same = datesIn(text).filter((date) => marksOf(date).some((one) => marks.includes(one)));
      return same.length > 0 ? same : runsOf(words, term.words, true);
    }
    case 'phrase':
      return runsOf(words, term.words, false);
    case 'words': {
      if (term.words.length > 1) return runsOf(words, term.words, true);
      return words.flatMap((word) => partOf(word, term.joined) ?? []);
    }
  }
}

/** The matching part of a word, or the whole word if only the stem matches. */
function partOf(word: Token, wanted: string): Range | null {
  const at = word.text.indexOf(wanted);
  const counts = wanted.length >= 3 ? at >= 0 : at === 0;
  if (counts) {
    // If folding changed the length, positions inside the word are unknown.
    const isSame = word.text.length === word.end - word.start;
    const start = word.start + at;
    return isSame ? { start, end: start + wanted.length } : word;
  }
  const stem = stemOf(wanted);
  return stem !== null && stemOf(word.text) === stem ? word : null;
}

/** Runs of matching words; with `parts`, the outer words may match partially. */
function runsOf(words: readonly Token[], wanted: readonly string[], parts: boolean): Range[] {
  const last = wanted.length - 1;
  const matchesAt = (word: Token | undefined, place: number) => {
    const text = wanted[place] ?? '';
    if (!word || !parts || (place > 0 && place < last)) return word?.text === text;
    if (last === 0) return word.text.includes(text);
    return place === 0 ? word.text.endsWith(text) : word.text.startsWith(text);
  };
  return words.flatMap((first, at) => {
    const run = wanted.every((_, place) => matchesAt(words[at + place], place));
    return run ? { start: first.start, end: words[at + last]?.end ?? first.end } : [];
  });
}

function joinedOf(term: Term): string {
  if (term.kind === 'phone') return term.digits;
  return term.kind === 'words' && term.joined.length >= 3 ? term.joined : '';
}

/** Matches of a code written with punctuation or spaces inside. */
function joinedRanges(words: readonly Token[], wanted: string): Range[] {
  if (!wanted) return [];
  const all = words.map((word) => word.text).join('');
  const found: Range[] = [];
  let index = 0;
  let passed = 0;
  for (let at = all.indexOf(wanted); at >= 0; at = all.indexOf(wanted, at + 1)) {
    while (index < words.length && passed + lengthAt(words, index) <= at) {
      passed += lengthAt(words, index);
      index += 1;
    }
    const run = runFrom(words, index, at - passed + wanted.length);
    if (run) found.push(run);
  }
  return found;
}

const lengthAt = (words: readonly Token[], index: number) => words[index]?.text.length ?? 0;
/** The maximum gap between two words of a code. */
const widestGap = 3;

function runFrom(words: readonly Token[], index: number, length: number): Range | null {
  const first = words[index];
  if (!first) return null;
  let { end } = first;
  let left = length - first.text.length;
  for (let next = index + 1; left > 0; next += 1) {
    const word = words[next];
    if (!word || word.start - end > widestGap) return null;
    end = word.end;
    left -= word.text.length;
  }
  return { start: first.start, end };
}

/** Splits a text into matching and other parts. */
export function partsOf(text: string, ranges: readonly Range[]): ExcerptPart[] {
  const parts: ExcerptPart[] = [];
  let end = 0;
  const add = (piece: string, match: boolean) => {
    if (piece) parts.push({ text: piece.replace(/\s+/g, ' '), match });
  };
  for (const range of ranges) {
    add(text.slice(end, range.start), false);
    add(text.slice(range.start, range.end), true);
    end = range.end;
  }
  add(text.slice(end), false);
  return parts;
}
