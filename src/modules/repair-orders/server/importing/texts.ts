import { storeNames } from '../../../../platform/contract/names.ts';
import type { PayType } from '../../contract/order.ts';
import { type Status, statuses, statusNames } from '../../contract/status.ts';

const plainOf = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '');

const payTypes: Record<string, PayType> = {
  c: 'customer',
  cp: 'customer',
  cust: 'customer',
  customer: 'customer',
  customerpay: 'customer',
  w: 'warranty',
  wp: 'warranty',
  warr: 'warranty',
  warranty: 'warranty',
  warrantypay: 'warranty',
  i: 'internal',
  ip: 'internal',
  int: 'internal',
  internal: 'internal',
  internalpay: 'internal',
};

/** `C`, `CP` or `Customer pay`. */
export const payTypeOf = (text: string): PayType | undefined => payTypes[plainOf(text)];

const statusAliases: Record<string, Status> = {
  opened: 'open',
  new: 'open',
  working: 'in_work',
  inprogress: 'in_work',
  inprocess: 'in_work',
  dispatched: 'in_work',
  partshold: 'waiting_parts',
  waitingonparts: 'waiting_parts',
  waitingonapproval: 'waiting_approval',
  waitingforauthorization: 'waiting_approval',
  complete: 'completed',
  finished: 'completed',
  ready: 'completed',
  invoiced: 'closed',
  cashiered: 'closed',
  paid: 'closed',
  voided: 'void',
  canceled: 'void',
  cancelled: 'void',
};
for (const status of statuses) {
  statusAliases[plainOf(status)] = status;
  statusAliases[plainOf(statusNames[status])] = status;
}

export const statusOf = (text: string): Status | undefined => statusAliases[plainOf(text)];

/** Whether a cell names this store, by key or by name. */
export const isStore = (text: string, store: keyof typeof storeNames) =>
  [store, storeNames[store]].some((name) => plainOf(text).startsWith(plainOf(name)));

/** Undefined if it is neither. */
export function yesOrNo(text: string): boolean | undefined {
  if (/^(yes|y|true|1|x|declined)$/i.test(text)) return true;
  return /^(|no|n|false|0)$/i.test(text) ? false : undefined;
}
