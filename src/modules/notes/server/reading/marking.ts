import type { Part } from '../../contract.ts';

const excerptLength = 280;
const lead = 60;

interface Range {
  start: number;
  end: number;
}

/** What was looked for, word by word, folded as the database folds. */
export function searchTerms(search: string): string[] {
  return [...new Set(fold(search).split(/\s+/).filter(Boolean))].slice(0, 12);
}

/** A text in parts: those that say one of the words, and those between. */
export function mark(text: string, words: readonly string[]): Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const range of rangesIn(text, words)) {
    if (range.start > end) parts.push({ text: text.slice(end, range.start), match: false });
    parts.push({ text: text.slice(range.start, range.end), match: true });
    end = range.end;
  }
  if (end < text.length) parts.push({ text: text.slice(end), match: false });
  return parts;
}

/** About four lines around the first word that was looked for, or the beginning. */
export function excerpt(text: string, words: readonly string[]): Part[] {
  const first = rangesIn(text, words)[0]?.start ?? 0;
  const start = first > lead ? wordStart(text, first - lead) : 0;
  const cut = text.slice(start, start + excerptLength).toWellFormed();
  const parts = mark(cut, words);
  if (start > 0) parts.unshift({ text: '… ', match: false });
  if (start + excerptLength < text.length) parts.push({ text: ' …', match: false });
  return parts;
}

function wordStart(text: string, place: number): number {
  const blank = text.slice(place, place + 30).search(/\s\S/);
  return blank < 0 ? place : place + blank + 1;
}

function rangesIn(text: string, words: readonly string[]): Range[] {
  const { folded, places } = foldWithPlaces(text);
  const found: Range[] = [];
  for (const word of words) {
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length)) {
      found.push({ start: places[at] ?? 0, end: places[at + word.length] ?? text.length });
    }
  }
  const merged: Range[] = [];
  for (const range of found.sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last && range.start <= last.end) last.end = Math.max(last.end, range.end);
    else merged.push(range);
  }
  return merged;
}

const accents = /[\u0300-\u036f]/g;
const fold = (text: string) => text.normalize('NFD').replace(accents, '').toLowerCase();

/** The folded text, and of each of its letters where in the text it came from. */
function foldWithPlaces(text: string): { folded: string; places: number[] } {
  let folded = '';
  const places: number[] = [];
  let at = 0;
  for (const letter of text) {
    const plain = fold(letter);
    // An accent written by itself belongs to the letter before it.
    for (let index = 0; index < plain.length; index++) places.push(at);
    folded += plain;
    at += letter.length;
  }
  places.push(text.length);
  return { folded, places };
}
