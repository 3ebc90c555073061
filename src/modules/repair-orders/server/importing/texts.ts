import { lettersOf, readerOf } from '../../../imports/server/public.ts';
import type { PayType } from '../../contract/order.ts';
import { type Status, statuses, statusNames } from '../../contract/status.ts';

/** `C`, `CP` or `Customer pay`. */
export const payTypeOf = readerOf<PayType>({
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
});

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
  statusAliases[lettersOf(status)] = status;
  statusAliases[lettersOf(statusNames[status])] = status;
}

export const statusOf = readerOf(statusAliases);

/** Undefined if it is neither. */
export function yesOrNo(text: string): boolean | undefined {
  if (/^(yes|y|true|1|x|declined)$/i.test(text)) return true;
  return /^(|no|n|false|0)$/i.test(text) ? false : undefined;
}
