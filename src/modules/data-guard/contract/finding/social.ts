import { type Group, isBusinessNumber, textAfter, textBefore } from './groups.ts';

const word = /\b(?:s\.?s\.?n\b\.?|ss ?(?:#|no\b|num)|soc(?:ial)?\.?(?: sec(?:urity)?)?\b)/;

/**
 * Social Security Administration rules; two numbers are excluded because they were printed in
 * advertisements.
 */
function isSocialNumber(digits: string): boolean {
  if (!/^(?!000|666|9)\d{3}(?!00)\d{2}(?!0000)\d{4}$/.test(digits)) return false;
  return digits !== '078051120' && digits !== '219099999' && !/^(\d)\1*$/.test(digits);
}

/** Social security numbers: 3-2-4 on its own, any nine digits next to a keyword. */
export function socialNumbersIn(text: string, groups: readonly Group[]) {
  const found: { start: number; end: number }[] = [];
  for (let first = 0; first < groups.length; first += 1) {
    const last = endOfNine(groups, first);
    const from = groups[first];
    const to = groups[last];
    if (!from || !to) continue;
    const run = groups.slice(first, last + 1);
    if (!isSocialNumber(run.map(({ digits }) => digits).join(''))) continue;
    const named = isNamed(text, from.start, to.end);
    if (!named && (!isWritten(run) || isPart(groups, first, last, run))) continue;
    if (!named && isBusinessNumber(text, from.start)) continue;
    found.push({ start: from.start, end: to.end });
    first = last;
  }
  return found;
}

/** The group that completes nine digits; -1 if none does. */
function endOfNine(groups: readonly Group[], first: number): number {
  let count = 0;
  for (let at = first; at < groups.length && count < 9; at += 1) {
    const group = groups[at];
    count += group?.digits.length ?? 9;
    if (count === 9) return at;
    if (group?.joint === null) return -1;
  }
  return -1;
}

/** 3-2-4 with the same separator. */
function isWritten(run: readonly Group[]): boolean {
  const [area, group] = run;
  return run.map(({ digits }) => digits.length).join() === '3,2,4' && area?.joint === group?.joint;
}

/** Continues before or after with the same separator: a part number or a row of figures. */
function isPart(
  groups: readonly Group[],
  first: number,
  last: number,
  [area]: readonly Group[],
): boolean {
  const before = groups[first - 1]?.joint ?? null;
  const after = groups[last]?.joint ?? null;
  return [before, after].some((joint) => joint !== null && joint === area?.joint);
}

function isNamed(text: string, start: number, end: number): boolean {
  const before = textBefore(text, start);
  // If another number is in between, the keyword belongs to that one.
  const near = before.slice(Math.max(0, before.search(/\d[^\d]*$/)));
  return (
    word.test(near) ||
    /^[\s,()-]*(?:is |= ?|\()?(?:(?:the|his|her|their|my) )?(?:ssn|social)\b/.test(
      textAfter(text, end),
    )
  );
}
