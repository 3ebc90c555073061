import { lettersOf, readerOf } from '../../../../imports/server/public.ts';
import type { Deal, DealPage, DealType } from '../../../contract/deal.ts';
import { type Status, statuses, statusNames } from '../../../contract/status.ts';

export const typeOf = readerOf<DealType>({
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

export const conditionOf = readerOf<Deal['condition']>({
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

export const methodOf = readerOf<DealPage['method']>({
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
  statusTexts[lettersOf(status)] = status;
  statusTexts[lettersOf(statusNames[status])] = status;
}
export const statusOf = readerOf(statusTexts);
