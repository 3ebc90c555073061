import { type Group, textAfter, textBefore } from './groups.ts';

const routing = /\b(?:routing|aba|rtn|rt ?#|transit (?:no|num|number|#))/;
const account = /\b(?:account|acct|a\/c|acc|checking|savings|chk|sav)\b/;
const bankAccount = /\b(?:bank|checking|savings|deposit) (?:account|acct)\b/;

/** The ABA checksum, limited to existing districts. */
function isRoutingNumber(digits: string): boolean {
  if (!/^(?:0\d|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)\d{7}$/.test(digits)) return false;
  if (digits === '000000000') return false;
  const weights = [3, 7, 1];
  const sum = [...digits].reduce((all, one, at) => all + Number(one) * (weights[at % 3] ?? 0), 0);
  return sum % 10 === 0;
}

/** Routing numbers next to a keyword, and the account numbers near them. */
export function bankNumbersIn(text: string, groups: readonly Group[]) {
  const routed = groups.filter(
    (group) => isRoutingNumber(group.digits) && isBeside(text, group, routing),
  );
  const accounts = groups.filter((group) => {
    if (routed.includes(group) || !/^\d{5,17}$/.test(group.digits)) return false;
    const before = nearBefore(text, group.start);
    if (bankAccount.test(before)) return true;
    return routed.some((one) => Math.abs(one.start - group.start) < 120) && account.test(before);
  });
  return [...routed, ...accounts].map(({ start, end }) => ({ start, end }));
}

function isBeside(text: string, { start, end }: Group, word: RegExp): boolean {
  const after = textAfter(text, end).split(/\d/, 1)[0] ?? '';
  return word.test(nearBefore(text, start)) || word.test(after);
}

/** The text before a number, back to the previous number. */
function nearBefore(text: string, start: number): string {
  const before = textBefore(text, start, 48);
  // Bounded: reads 48 characters.
  return before.slice(before.search(/[^\d]*$/));
}
