import type { Part } from '../../contract.ts';

const excerptLength = 280;
const lead = 60;

interface Range {
  start: number;
  end: number;
}

/** The search terms, folded the way the database folds them. */
export function searchTerms(search: string): string[] {
  return [...new Set(fold(search).split(/\s+/).filter(Boolean))].slice(0, 12);
}

/** Splits a text into matching and non-matching parts. */
export function mark(text: string, terms: readonly string[]): Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const range of rangesIn(text, terms)) {
    if (range.start > end) parts.push({ text: text.slice(end, range.start), match: false });
    parts.push({ text: text.slice(range.start, range.end), match: true });
    end = range.end;
  }
  if (end < text.length) parts.push({ text: text.slice(end), match: false });
  return parts;
}

/** About four lines around the first match, or the beginning of the text. */
export function excerpt(text: string, terms: readonly string[]): Part[] {
  const first = rangesIn(text, terms)[0]?.start ?? 0;
  const start = first > lead ? wordStart(text, first - lead) : 0;
  const cut = text.slice(start, start + excerptLength).toWellFormed();
  const parts = mark(cut, terms);
  if (start > 0) parts.unshift({ text: '… ', match: false });
  if (start + excerptLength < text.length) parts.push({ text: ' …', match: false });
  return parts;
}

function wordStart(text: string, at: number): number {
  const blank = text.slice(at, at + 30).search(/\s\S/);
  return blank < 0 ? at : at + blank + 1;
}

function rangesIn(text: string, terms: readonly string[]): Range[] {
  const { folded, offsets } = foldWithOffsets(text);
  const found: Range[] = [];
  for (const term of terms) {
    for (let at = folded.indexOf(term); at >= 0; at = folded.indexOf(term, at + term.length)) {
      found.push({ start: offsets[at] ?? 0, end: offsets[at + term.length] ?? text.length });
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

/** The folded text, and for each of its characters the offset in the original. */
function foldWithOffsets(text: string): { folded: string; offsets: number[] } {
  let folded = '';
  const offsets: number[] = [];
  let at = 0;
  for (const letter of text) {
    const foldedLetter = fold(letter);
    // A combining accent belongs to the letter before it.
    for (let index = 0; index < foldedLetter.length; index++) offsets.push(at);
    folded += foldedLetter;
    at += letter.length;
  }
  offsets.push(text.length);
  return { folded, offsets };
}
