import type { CustomerDataKind } from '../guard.ts';
import { bankNumbersIn } from './bank.ts';
import { cardsIn } from './cards.ts';
import { type Flat, flatten } from './flatten.ts';
import { groupsIn } from './groups.ts';
import { licensesIn } from './licenses.ts';
import { socialNumbersIn } from './social.ts';

export interface Found {
  kind: CustomerDataKind;
  /** Indexes in UTF-16 code units. */
  start: number;
  end: number;
}

/** The shortest number has this many digits. */
const fewestDigits = 5;

/** Finds likely customer data in a text, left to right, without overlaps, in linear time. */
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
  return withoutOverlaps(all).map((found) => ({ ...found, ...placeIn(flat, found) }));
}

/** Replaces each character of the data found with a dot; the length stays the same. */
export function maskCustomerData(text: string): string {
  let masked = '';
  let end = 0;
  for (const found of findCustomerData(text)) {
    masked += text.slice(end, found.start) + '•'.repeat(found.end - found.start);
    end = found.end;
  }
  return masked + text.slice(end);
}

/** Cheap first check: almost no message contains any. */
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

/** Of overlapping finds, keeps the one detected first. */
function withoutOverlaps(all: readonly Found[]): Found[] {
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
