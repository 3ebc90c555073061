import type { DealType } from '../../../src/modules/deals/contract/deal.ts';
import type { Status } from '../../../src/modules/deals/contract/status.ts';
import type { Store } from '../../../src/platform/contract/access.ts';
import type { SoldCar, TradedCar } from './cars.ts';
import type { Finance } from './money.ts';

/** Somebody a store knows, and since when. */
export interface Buyer {
  customer: number;
  store: Store;
  isBusiness: boolean;
  since: Date;
}

export interface DemoDeal extends Finance {
  clientId: string;
  store: Store;
  number: string;
  type: DealType;
  buyer: Buyer;
  /** Gone with the sale, or of the stock by its VIN. */
  sold: SoldCar | null;
  car: Pick<
    SoldCar,
    'vin' | 'stockNumber' | 'condition' | 'costCents' | 'reconCents' | 'packCents'
  > & {
    title: string;
  };
  /** Null for a house deal. */
  salesperson: string | null;
  second: string | null;
  closer: string | null;
  financeManager: string;
  status: Status;
  openedAt: Date;
  signedOn: string | null;
  deliveredOn: string | null;
  fundedOn: string | null;
  miles: number | null;
  priceCents: number;
  taxCents: number;
  rebateCents: number;
  downCents: number;
  trade: (TradedCar & { allowanceCents: number; payoffCents: number }) | null;
  promises: { what: string; doneAt: Date | null }[];
  steps: { from: Status; to: Status; at: Date; reason?: string }[];
}
