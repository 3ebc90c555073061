import { type Group, isBusinessNumber } from './groups.ts';

/** Issuer prefixes and number lengths (ISO/IEC 7812 and the card networks' tables). */
const issuers: readonly { begins: RegExp; lengths: readonly number[] }[] = [
  { begins: /^4/, lengths: [13, 16, 19] },
  {
    begins: /^(?:5[1-5]|222[1-9]|22[3-9]\d|2[3-6]\d\d|27[01]\d|2720)/,
    lengths: [16],
  },
  { begins: /^3[47]/, lengths: [15] },
  { begins: /^(?:6011|64[4-9]|65)/, lengths: [16, 17, 18, 19] },
  { begins: /^(?:30[0-5]|3095|36|3[89])/, lengths: [14, 16, 19] },
  { begins: /^35(?:2[89]|[3-8]\d)/, lengths: [16, 17, 18, 19] },
  { begins: /^62/, lengths: [16, 17, 18, 19] },
  {
    begins: /^(?:5018|5020|5038|5893|6304|6759|676[1-3])/,
    lengths: [13, 14, 15, 16, 17, 18, 19],
  },
];
const longest = 19;

function isCardNumber(digits: string): boolean {
  if (!/^\d{13,19}$/.test(digits) || /^(\d)\1*$/.test(digits)) return false;
  const known = issuers.some(
    ({ begins, lengths }) => lengths.includes(digits.length) && begins.test(digits),
  );
  return known && passesLuhn(digits);
}

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const value = Number(digits[digits.length - 1 - place]);
    const weighed = place % 2 === 0 ? value : value * 2;
    sum += weighed > 9 ? weighed - 9 : weighed;
  }
  return sum % 10 === 0;
}

/** Common groupings: unbroken, in fours, as American Express and Diners print them, digit by digit. */
const shapes =
  /^(?:1[3-9]|4,4,4,4(?:,[1-4])?|4,4,4,1|4,6,5|4,6,4|8,8|4,12|6,10|12,4|(?:1,){12,18}1|(?:2,){6,8}[12])$/;

/** Payment cards as runs of groups; each group starts at most nineteen runs, which keeps it linear. */
export function cardsIn(text: string, groups: readonly Group[]) {
  const found: { start: number; end: number }[] = [];
  for (let first = 0; first < groups.length; first += 1) {
    const last = endOfCard(groups, first);
    const from = groups[first];
    const to = groups[last];
    if (!from || !to || isPart(groups, first, last)) continue;
    if (first === last && isBusinessNumber(text, from.start)) continue;
    found.push({ start: from.start, end: to.end });
    first = last;
  }
  return found;
}

/** The last group of the longest card that starts here; -1 if none does. */
function endOfCard(groups: readonly Group[], first: number): number {
  const joint = groups[first]?.joint;
  const lengths: number[] = [];
  let digits = '';
  let best = -1;
  for (let at = first; at < groups.length; at += 1) {
    const group = groups[at];
    if (!group || digits.length + group.digits.length > longest) break;
    digits += group.digits;
    lengths.push(group.digits.length);
    if (digits.length >= 13 && shapes.test(lengths.join()) && isCardNumber(digits)) best = at;
    if (group.joint === null || group.joint !== joint) break;
  }
  return best;
}

/** Part of a longer number with the same separator; after a space another number may follow. */
function isPart(groups: readonly Group[], first: number, last: number): boolean {
  const before = groups[first - 1]?.joint ?? null;
  const after = groups[last]?.joint ?? null;
  const inner = first === last ? null : groups[first]?.joint;
  const joins = (joint: string | null) =>
    joint !== null && joint !== ' ' && joint !== ',' && (inner === null || joint === inner);
  return joins(before) || joins(after);
}
