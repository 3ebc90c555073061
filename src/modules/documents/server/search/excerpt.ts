import { stemOf } from '../../../../platform/server/text/stem.ts';
import { type Token, wordsOf } from '../../../../platform/server/text/tokens.ts';
import type { Document } from '../../contract/document.ts';
import type { Term } from './words.ts';

type Excerpt = NonNullable<Document['excerpt']>;
type Range = [start: number, end: number];

const wordsBefore = 8;
const wordsAfter = 24;
const maxLength = 300;

/** The text of a page around the first words that were searched for, with all of them marked. */
export function excerptOf(page: number, pageText: string, terms: readonly Term[]): Excerpt {
  const text = pageText.replace(/\s+/g, ' ').trim();
  const words = wordsOf(text);
  const ranges = rangesIn(text, words, terms);
  const first = ranges[0]?.[0] ?? 0;
  const at = Math.max(
    0,
    words.findIndex(({ end }) => end > first),
  );
  const start = Math.max(words[Math.max(0, at - wordsBefore)]?.start ?? 0, first - maxLength / 2);
  const end = Math.min(words[at + wordsAfter]?.end ?? text.length, start + maxLength);
  const shown = text.slice(start, end).toWellFormed();
  return {
    page,
    text: shown,
    matches: ranges
      .filter(([from, to]) => from >= start && to <= end)
      .map(([from, to]): Range => [from - start, to - start]),
  };
}

function rangesIn(text: string, words: readonly Token[], terms: readonly Term[]): Range[] {
  const found: Range[] = [];
  for (const word of words) {
    const part = terms.flatMap((term) => term.words.map((one) => partOf(word, one))).find(Boolean);
    if (part) found.push(part);
  }
  for (const { run } of terms) {
    if (run === null) continue;
    for (let at = text.indexOf(run); at >= 0; at = text.indexOf(run, at + run.length)) {
      found.push([at, at + run.length]);
    }
  }
  const sorted = found.sort((a, b) => a[0] - b[0]);
  return sorted.filter(([start], index) => start >= (sorted[index - 1]?.[1] ?? 0));
}

/** The part of a word that was searched for. */
function partOf(word: Token, wanted: Term['words'][number]): Range | null {
  const { text, start, end } = word;
  if (text === wanted.text) return [start, end];
  if (wanted.isPrefix && text.startsWith(wanted.text)) {
    // If folding changed the length, positions inside the word are unknown.
    return [start, text.length === end - start ? start + wanted.text.length : end];
  }
  const isEnd = wanted.text.length >= 6 && text.length === 17 && text.endsWith(wanted.text);
  const stem = stemOf(wanted.text);
  return isEnd || (stem !== null && stem === stemOf(text)) ? [start, end] : null;
}
