import type { ExcerptPart } from '../../../contract/search.ts';
import { partsOf, type Range } from './marking.ts';

/** About three lines in a narrow list, with the first match in the first two. */
const length = 220;
const lead = 50;

/** The text around the first match, or its beginning, with matches flagged. */
export function excerptOf(text: string, ranges: readonly Range[]): ExcerptPart[] {
  const first = ranges[0]?.start ?? 0;
  const isShort = text.length <= 130;
  const start = isShort || first <= lead ? 0 : edge(text, first - lead);
  const end = isShort ? text.length : edge(text, Math.min(start + length, text.length));
  const shown = ranges
    .filter((range) => range.start < end && range.end > start)
    .map((range) => ({
      start: Math.max(range.start, start) - start,
      end: Math.min(range.end, end) - start,
    }));
  const parts = partsOf(text.slice(start, end), shown);
  if (start > 0) parts.unshift({ text: '… ', match: false });
  if (end < text.length) parts.push({ text: ' …', match: false });
  return parts;
}

/** The nearest space before a position, so that no word is cut; the position itself if none is near. */
function edge(text: string, place: number): number {
  if (place >= text.length) return text.length;
  const blank = text.slice(Math.max(0, place - 30), place + 1).search(/\s\S*$/);
  const found = blank < 0 ? place : Math.max(0, place - 30) + blank;
  // Never inside a surrogate pair.
  return /[\udc00-\udfff]/.test(text[found] ?? '') ? found - 1 : found;
}
