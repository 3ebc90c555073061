import { storeNames } from '../../../../../platform/contract/names.ts';
import type { Deal, DealPage, DealType } from '../../../contract/deal.ts';
import { type Status, statuses, statusNames } from '../../../contract/status.ts';

const plainOf = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '');
const reader =
  <T>(values: Record<string, T>) =>
  (text: string): T | undefined =>
    Object.hasOwn(values, plainOf(text)) ? values[plainOf(text)] : undefined;

export const typeOf = reader<DealType>({
  r: 'retail',
  retail: 'retail',
  l: 'lease',
  lease: 'lease',
  f: 'fleet',
  fleet: 'fleet',
  w: 'wholesale',
  wholesale: 'wholesale',
  dt: 'dealer_trade',
  dealertrade: 'dealer_trade',
});

export const conditionOf = reader<Deal['condition']>({
  n: 'new',
  new: 'new',
  u: 'used',
  used: 'used',
  preowned: 'used',
  c: 'cpo',
  cpo: 'cpo',
  certified: 'cpo',
  certifiedpreowned: 'cpo',
});

export const methodOf = reader<DealPage['method']>({
  cash: 'cash',
  outside: 'cash',
  finance: 'finance',
  financed: 'finance',
  loan: 'finance',
  retail: 'finance',
  lease: 'lease',
  leased: 'lease',
});

const statusTexts: Record<string, Status> = {
  working: 'open',
  pending: 'open',
  desking: 'open',
  sold: 'signed',
  booked: 'signed',
  contracted: 'signed',
  posted: 'funded',
  finalized: 'funded',
  cancelled: 'canceled',
  dead: 'canceled',
  unwound: 'canceled',
};
for (const status of statuses) {
  statusTexts[plainOf(status)] = status;
  statusTexts[plainOf(statusNames[status])] = status;
}
export const statusOf = reader(statusTexts);

/** Whether a cell names this store, by its key or its display name. */
export const isStore = (text: string, store: keyof typeof storeNames) =>
  [store, storeNames[store]].some((name) => plainOf(text).startsWith(plainOf(name)));
