import type { CustomerDataKind } from '../guard.ts';
import { bankNumbersIn } from './bank.ts';
import { cardsIn } from './cards.ts';
import { type Flat, flatten } from './flatten.ts';
import { groupsIn } from './groups.ts';
import { licensesIn } from './licenses.ts';
import { socialNumbersIn } from './social.ts';

export interface Found {
  kind: CustomerDataKind;
  /** Places in the text, as JavaScript counts them. */
  start: number;
  end: number;
}

/** Fewer digits than the shortest of these numbers has. */
const fewestDigits = 5;

/**
 * Where a text seems to hold numbers by which a customer can be harmed, from left to right, none of them
 * over another. Takes time in proportion to the text.
 */
export function findCustomerData(text: string): Found[] {
  if (!hasDigits(text)) return [];
  const flat = flatten(text);
  const groups = groupsIn(flat.text);
  const all = [
    ...as('card', cardsIn(flat.text, groups)),
    ...as('ssn', socialNumbersIn(flat.text, groups)),
    ...as('bank', bankNumbersIn(flat.text, groups)),
    ...as('license', licensesIn(flat.text)),
  ];
  return apart(all).map((found) => ({ ...found, ...placeIn(flat, found) }));
}

/** The same text with a dot for each sign of what was found in it; as long as before. */
export function maskCustomerData(text: string): string {
  let masked = '';
  let end = 0;
  for (const found of findCustomerData(text)) {
    masked += text.slice(end, found.start) + '•'.repeat(found.end - found.start);
    end = found.end;
  }
  return masked + text.slice(end);
}

/** Looked at first, as nearly every message has none of it. */
function hasDigits(text: string): boolean {
  let count = 0;
  for (let at = 0; at < text.length && count < fewestDigits; at += 1) {
    const code = text.charCodeAt(at);
    if (code > 127 || (code >= 48 && code <= 57)) count += 1;
  }
  return count >= fewestDigits;
}

const as = (kind: CustomerDataKind, ranges: readonly { start: number; end: number }[]) =>
  ranges.map((range) => ({ kind, ...range }));

/** Of two that share signs, the one that was looked for first. */
function apart(all: readonly Found[]): Found[] {
  const kept: Found[] = [];
  for (const found of all.toSorted((a, b) => a.start - b.start)) {
    const last = kept.at(-1);
    if (!last || found.start >= last.end) kept.push(found);
  }
  return kept;
}

function placeIn({ starts, ends }: Flat, { start, end }: Found): { start: number; end: number } {
  return { start: starts[start] ?? 0, end: ends[end - 1] ?? 0 };
}
