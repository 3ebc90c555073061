import * as z from 'zod/mini';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import { serverEvent } from '../../../platform/contract/socket.ts';

/** Customer data the law requires a dealership to protect and that is recognizable by its format. */
export const customerDataKinds = ['ssn', 'card', 'license', 'bank'] as const;
export type CustomerDataKind = (typeof customerDataKinds)[number];

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

/** The sender was warned and sends anyway; logged by kind. */
export const acceptsSensitive = z.optional(z.boolean());

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
