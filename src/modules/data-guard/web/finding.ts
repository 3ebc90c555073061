import { ApiError } from '../../../platform/web/api/ApiError.ts';
import {
  type CustomerDataRules,
  type Found,
  findCustomerData,
  judge,
  looksLike,
} from '../contract.ts';

/** Customer data in a text that the group's rules warn about or block. */
export interface Finding {
  sentence: string;
  /** Blocked: cannot be sent even with confirmation. */
  isRefused: boolean;
  found: readonly Found[];
}

export function findingIn(text: string, rules: CustomerDataRules): Finding | null {
  const found = findCustomerData(text).filter(({ kind }) => rules[kind] !== 'off');
  const { kinds, rule } = judge(
    rules,
    found.map(({ kind }) => kind),
  );
  if (rule === 'off') return null;
  return { sentence: looksLike(kinds), isRefused: rule === 'refuse', found };
}

export const isSameFinding = (one: Finding | null, other: Finding | null) =>
  one?.sentence === other?.sentence && one?.isRefused === other?.isRefused;

/** Splits the text into the rest and the customer data. */
export function takeOut(text: string, found: readonly Found[]): { rest: string; taken: string } {
  let rest = '';
  let end = 0;
  for (const one of found) {
    rest += text.slice(end, one.start);
    end = one.end;
  }
  rest += text.slice(end);
  const taken = found.map(({ start, end: last }) => text.slice(start, last)).join('\n');
  return { rest: rest.replace(/ {2,}/g, ' ').trim(), taken };
}

/** Whether the server requires confirmation. */
export const needsConfirmation = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'confirmation_required';
