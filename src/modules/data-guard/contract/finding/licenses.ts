import { stateNear } from './states.ts';

/** Names a driver's license, not a dealer license, plate or software license. */
const strong =
  /\b(?:driver'?s?'?|drivers'|driving|operator'?s?)[ -]{1,2}(?:licen[cs]es?|lic\b\.?|permit)|\b(?:D\.?L\.?|CDL|DLN|dl)(?![A-Za-z])/gi;
const weak = /\b(?:licen[cs]e|lic\b\.?)(?![A-Za-z])/gi;
const notPeople =
  /\b(?:dealer|dealer'?s|dealership|business|software|plate|tag|sales ?person'?s?|resale|liquor|alcohol|site|user|seat)\s*$/i;

/** Allowed between the keyword and the number. */
const between =
  /^(?:[\s#:.,=()-]|\b(?:no|nos|num|number|numbers|is|was|id|state|of|the|issued|in|by|from|for)\b)*/i;
const number = /^(?:WDL[A-Z0-9]{9}|[A-Za-z]{0,3}[ -]?\d(?:[ -]?[A-Za-z0-9]){3,21})(?![A-Za-z0-9])/;

/** Covers most states: up to three letters, then digits. */
const general = /^(?:[A-Z]{1,3}\d{6,16}|\d{7,12}|\d{2,3}[A-Z]{1,3}\d{4,6}|[A-Z]{2}\d{6}[A-Z])$/;

/** Driver’s license numbers next to a keyword; their formats alone are too generic. */
export function licensesIn(text: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  const take = (words: RegExp, isStrong: boolean) => {
    for (const { 0: word, index } of text.matchAll(words)) {
      const range = numberAfter(text, index, index + word.length, isStrong);
      if (range) found.push(range);
    }
  };
  take(strong, true);
  take(weak, false);
  return found;
}

function numberAfter(text: string, at: number, from: number, isStrong: boolean) {
  const before = text.slice(Math.max(0, at - 24), at);
  if (notPeople.test(before)) return null;
  const rest = text.slice(from, from + 72).split('\n', 1)[0] ?? '';
  const state = stateNear(before, rest);
  const gap = between.exec(
    state ? rest.replace(state.word, (name) => ' '.repeat(name.length)) : rest,
  );
  const start = gap?.[0].length ?? 0;
  const candidate = candidateAt(rest.slice(start));
  if (!candidate) return null;
  for (const written of candidate) {
    const plain = written.replace(/[ -]/g, '').toUpperCase();
    const fits = state?.form.test(plain) || (isStrong && general.test(plain));
    if (fits) return { start: from + start, end: from + start + written.length };
  }
  return null;
}

/** Candidate numbers, longest first: a number may be grouped, and a date may follow it. */
function candidateAt(text: string): string[] | null {
  const longest = number.exec(text)?.[0];
  if (!longest) return null;
  const ends = [...longest.matchAll(/[ -]/g)].map(({ index }) => index).reverse();
  return [longest, ...ends.map((end) => longest.slice(0, end))];
}
