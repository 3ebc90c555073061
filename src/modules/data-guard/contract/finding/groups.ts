/** A run of digits not adjacent to a letter: those are VINs, stock numbers or ids. */
export interface Group {
  start: number;
  end: number;
  digits: string;
  /** The separator before the next group; null if longer than one character or two spaces. */
  joint: string | null;
}

const token = /[A-Za-z0-9]+/g;
/** One character with optional spaces around it, or up to two spaces. */
const joints = /^(?: ?[-._/*|,] ?| {1,2})$/;

/** The digit groups of a text, except inside URLs. */
export function groupsIn(text: string): Group[] {
  const addresses = addressesIn(text);
  const groups: Group[] = [];
  let address = 0;
  for (const { 0: digits, index: start } of text.matchAll(token)) {
    while ((addresses[address]?.end ?? Number.POSITIVE_INFINITY) <= start) address += 1;
    const isPlain = /^\d+$/.test(digits) && !/[\p{L}_@#]/u.test(text[start - 1] ?? '');
    const end = start + digits.length;
    const isHidden = (addresses[address]?.start ?? Number.POSITIVE_INFINITY) <= start;
    if (!isPlain || isHidden || /[\p{L}_@]/u.test(text[end] ?? '')) continue;
    const last = groups.at(-1);
    if (last) last.joint = jointOf(text, last.end, start);
    groups.push({ start, end, digits, joint: null });
  }
  return groups;
}

function jointOf(text: string, from: number, to: number): string | null {
  if (to - from > 3) return null;
  const between = text.slice(from, to);
  return joints.test(between) ? between.trim() || ' ' : null;
}

/** URLs and message links: they contain ids, not personal numbers. */
function addressesIn(text: string): { start: number; end: number }[] {
  return [...text.matchAll(/(?:https?:\/\/|www\.|\/\?)[^\s]+/gi)].map(({ 0: found, index }) => ({
    start: index,
    end: index + found.length,
  }));
}

/** The text before a position on its line; enough context to classify a number. */
export function textBefore(text: string, at: number, length = 32): string {
  const before = text.slice(Math.max(0, at - length), at);
  return before.slice(before.lastIndexOf('\n') + 1).toLowerCase();
}

export function textAfter(text: string, at: number, length = 24): string {
  return (text.slice(at, at + length).split('\n', 1)[0] ?? '').toLowerCase();
}

/**
 * Words that mark a business number. "deal" and "id" are excluded: "Carter deal:" or "tax id" may
 * precede customer data. Bounded: reads the 32 characters before a number.
 */
const other =
  /(?:\b(?:stock|stk|ro|r\/o|po|p\/o|unit|part|parts|order|orders|lot|row|bay|tag|invoice|inv|tracking|track|confirmation|conf|quote|ticket|claim|case|ref|reference|vin|imei|serial|sku|upc|mileage|miles|odometer|phone|cell|fax|tel|ext|work order|repair order)\b|#)[\s#:.=-]*(?:(?:no|nos|num|number|numbers|id|is|was|are)\b\.?[\s#:.=-]*)?$/;

/** Whether the preceding text marks a business number rather than a personal one. */
export const isBusinessNumber = (text: string, at: number) => other.test(textBefore(text, at));
