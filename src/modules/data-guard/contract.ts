import * as z from 'zod/mini';
import { endpoint } from '../../platform/contract/endpoint.ts';
import { serverEvent } from '../../platform/contract/socket.ts';
import { bankNumbersIn } from './contract/finding/bank.ts';
import { cardsIn } from './contract/finding/cards.ts';
import { type Flat, flatten } from './contract/finding/flatten.ts';
import { groupsIn } from './contract/finding/groups.ts';
import { licensesIn } from './contract/finding/licenses.ts';
import { socialNumbersIn } from './contract/finding/social.ts';

/** Customer data the law requires a dealership to protect and that is recognizable by its format. */
export const customerDataKinds = ['ssn', 'card', 'license', 'bank'] as const;
export type CustomerDataKind = (typeof customerDataKinds)[number];

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

const names: Record<CustomerDataKind, string> = {
  ssn: 'a social security number',
  card: 'a payment card number',
  license: 'a driver’s license number',
  bank: 'a bank account number',
};

/** "This looks like a social security number and a payment card number." */
export function looksLike(kinds: readonly CustomerDataKind[]): string {
  const found = customerDataKinds.filter((kind) => kinds.includes(kind)).map((kind) => names[kind]);
  const last = found.pop();
  return `This looks like ${found.length > 0 ? `${found.join(', ')} and ${last}` : last}.`;
}

const rule = z.enum(['off', 'warn', 'refuse']);
export type Rule = z.output<typeof rule>;

/** What happens to a message that contains data of each kind. */
export const customerDataRules = z.object({ ssn: rule, card: rule, license: rule, bank: rule });
export type CustomerDataRules = z.output<typeof customerDataRules>;

export const usualRules: CustomerDataRules = {
  ssn: 'warn',
  card: 'warn',
  license: 'warn',
  bank: 'warn',
};

/** The strictest rule among the kinds; kinds with rule `off` are dropped. */
export function judge(
  rules: CustomerDataRules,
  kinds: readonly CustomerDataKind[],
): { kinds: CustomerDataKind[]; rule: Rule } {
  const relevant = customerDataKinds.filter(
    (kind) => kinds.includes(kind) && rules[kind] !== 'off',
  );
  if (relevant.length === 0) return { kinds: [], rule: 'off' };
  return {
    kinds: relevant,
    rule: relevant.some((kind) => rules[kind] === 'refuse') ? 'refuse' : 'warn',
  };
}

export const getCustomerDataRules = endpoint({
  method: 'GET',
  path: '/api/chat/customer-data',
  summary: 'What happens to messages that contain customer data',
  access: 'signedIn',
  reply: customerDataRules,
});

export const changeCustomerDataRules = endpoint({
  method: 'PUT',
  path: '/api/chat/customer-data',
  summary: 'Set what happens to messages that contain customer data',
  // Protects customers from everyone, including other people who manage the system.
  access: { role: 'admin' },
  body: customerDataRules.shape,
  reply: customerDataRules,
});

export const customerDataRulesChanged = serverEvent('customer_data_rules', customerDataRules.shape);
