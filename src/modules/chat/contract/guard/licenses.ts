import { stateNear } from './states.ts';

/** What names a license of a driver, and not of a dealer, a plate or a program. */
const strong =
  /\b(?:driver'?s?'?|drivers'|driving|operator'?s?)[ -]{1,2}(?:licen[cs]es?|lic\b\.?|permit)|\b(?:D\.?L\.?|CDL|DLN|dl)(?![A-Za-z])/gi;
const weak = /\b(?:licen[cs]e|lic\b\.?)(?![A-Za-z])/gi;
const notPeople =
  /\b(?:dealer|dealer'?s|dealership|business|software|plate|tag|sales ?person'?s?|resale|liquor|alcohol|site|user|seat)\s*$/i;

/** Between the word and the number. */
const between =
  /^(?:[\s#:.,=()-]|\b(?:no|nos|num|number|numbers|is|was|id|state|of|the|issued|in|by|from|for)\b)*/i;
const number = /^(?:WDL[A-Z0-9]{9}|[A-Za-z]{0,3}[ -]?\d(?:[ -]?[A-Za-z0-9]){3,21})(?![A-Za-z0-9])/;

/** Most states in one: up to three letters, then figures. */
const general = /^(?:[A-Z]{1,3}\d{6,16}|\d{7,12}|\d{2,3}[A-Z]{1,3}\d{4,6}|[A-Z]{2}\d{6}[A-Z])$/;

/** Driver’s license numbers where the words beside them say so; their forms alone are those of anything. */
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

/** What may be the number, the longest first: it may be written in groups, and a date may follow. */
function candidateAt(text: string): string[] | null {
  const whole = number.exec(text)?.[0];
  if (!whole) return null;
  const ends = [...whole.matchAll(/[ -]/g)].map(({ index }) => index).reverse();
  return [whole, ...ends.map((end) => whole.slice(0, end))];
}
