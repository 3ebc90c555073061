import type { Cabinet } from '../../documents/contract.ts';

/** The records that have a jacket. */
export const recordKinds = ['deal', 'repair_order', 'employee'] as const;
export type RecordKind = (typeof recordKinds)[number];

/** Where the documents of a jacket are filed. */
export const cabinetOf = {
  deal: 'deals',
  repair_order: 'service',
  employee: 'hr',
} as const satisfies Record<RecordKind, Cabinet>;

/** Each has a checklist of its own. A fleet deal has that of how it is paid. */
export const checklistKinds = [
  'cash',
  'finance',
  'lease',
  'wholesale',
  'dealer_trade',
  'repair_order',
  'new_hire',
] as const;
export type ChecklistKind = (typeof checklistKinds)[number];

export const checklistNames: Record<ChecklistKind, string> = {
  cash: 'Cash deal',
  finance: 'Finance deal',
  lease: 'Lease',
  wholesale: 'Wholesale',
  dealer_trade: 'Dealer trade',
  repair_order: 'Repair order',
  new_hire: 'New hire',
};

export const recordOf: Record<ChecklistKind, RecordKind> = {
  cash: 'deal',
  finance: 'deal',
  lease: 'deal',
  wholesale: 'deal',
  dealer_trade: 'deal',
  repair_order: 'repair_order',
  new_hire: 'employee',
};

/** When a document is needed. */
export const conditions = [
  'always',
  'new',
  'used',
  'trade',
  'trade_payoff',
  'cash_over_10000',
  'products',
  'due_bills',
  'customer_pay',
  'warranty',
  'drives',
] as const;
export type Condition = (typeof conditions)[number];

export const conditionNames: Record<Condition, string> = {
  always: 'Always',
  new: 'New vehicles only',
  used: 'Used vehicles only',
  trade: 'With a trade-in',
  trade_payoff: 'With a trade-in that has a payoff',
  cash_over_10000: 'Over $10,000 paid by the buyer',
  products: 'With F&I products',
  due_bills: 'With due bills',
  customer_pay: 'With customer pay lines',
  warranty: 'With warranty lines',
  drives: 'Sales, service and parts only',
};

export const conditionsOf: Record<RecordKind, readonly Condition[]> = {
  deal: [
    'always',
    'new',
    'used',
    'trade',
    'trade_payoff',
    'cash_over_10000',
    'products',
    'due_bills',
  ],
  repair_order: ['always', 'customer_pay', 'warranty'],
  employee: ['always', 'drives'],
};
