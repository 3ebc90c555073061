import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Store } from '../../../platform/contract/access.ts';
import type { Db } from '../../../platform/server/db/database.ts';
import type { PeopleTables } from '../../people/server/public.ts';
import type { Deal, DealPage, DealType, ProductKind } from '../contract/deal.ts';
import type { Status } from '../contract/status.ts';
import type { DealEvent } from '../contract.ts';

/** Dates are written and compared as text; read with `::text`. */
export interface DealsTable {
  id: GeneratedAlways<number>;
  client_id: string;
  store: Store;
  number: string;
  type: DealType;
  condition: Deal['condition'];
  customer_id: number;
  vehicle_id: number | null;
  vehicle: string;
  vin: string | null;
  stock_number: string;
  stock_key: GeneratedAlways<string>;
  /** Null for a house deal. */
  salesperson_id: number | null;
  second_salesperson_id: number | null;
  closer_id: number | null;
  finance_manager_id: number | null;
  status: Generated<Status>;
  opened_at: Date;
  signed_on: Generated<string | null>;
  delivered_on: Generated<string | null>;
  funded_on: Generated<string | null>;
  /** Set once it was taken back: the days it was booked on, and price and gross as they were booked. */
  first_signed_on: Generated<string | null>;
  first_delivered_on: Generated<string | null>;
  first_funded_on: Generated<string | null>;
  first_price_cents: Generated<number | null>;
  first_front_cents: Generated<number | null>;
  first_back_cents: Generated<number | null>;
  miles_at_delivery: Generated<number | null>;
  method: DealPage['method'];
  lender: string;
  rate: number | null;
  term_months: number | null;
  price_cents: number;
  fees_cents: number;
  tax_cents: number;
  rebate_cents: number;
  down_cents: number;
  cost_cents: number;
  recon_cents: number;
  pack_cents: number;
  reserve_cents: number;
  trade_vehicle: string | null;
  trade_vin: string | null;
  trade_miles: number | null;
  trade_allowance_cents: number | null;
  trade_payoff_cents: number | null;
  trade_acv_cents: number | null;
  trade_vehicle_id: Generated<number | null>;
  product_count: Generated<number>;
  products_cents: Generated<number>;
  products_gross_cents: Generated<number>;
  note: string;
  version: Generated<number>;
  created_by: number;
  created_at: Generated<Date>;
  is_open: GeneratedAlways<boolean>;
  is_sold: GeneratedAlways<boolean>;
  is_retail: GeneratedAlways<boolean>;
  front_cents: GeneratedAlways<number>;
  back_cents: GeneratedAlways<number>;
}

export interface ProductsTable {
  id: GeneratedAlways<number>;
  deal_id: number;
  position: number;
  kind: ProductKind;
  provider: string;
  price_cents: number;
  cost_cents: number | null;
}

export interface DueBillsTable {
  id: GeneratedAlways<number>;
  deal_id: number;
  position: number;
  what: string;
  done_at: Date | null;
  done_by: number | null;
}

interface EventsTable {
  id: GeneratedAlways<number>;
  deal_id: number;
  kind: DealEvent['data']['kind'];
  author_id: number;
  at: Generated<Date>;
  data: ColumnType<object, string, never>;
}

export interface DealTables extends PeopleTables {
  deals: DealsTable;
  deal_products: ProductsTable;
  deal_due_bills: DueBillsTable;
  deal_events: EventsTable;
  deal_counters: { store: Store; last: number };
}

export type DealsDb = Db<DealTables>;
