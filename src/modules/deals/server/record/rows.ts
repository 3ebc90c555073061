import { type Selectable, sql } from 'kysely';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { toReference } from '../../../../platform/server/records/references.ts';
import { inStores } from '../../../../platform/server/records/stores.ts';
import type { Deal, DealPage } from '../../contract/deal.ts';
import { canSeeCost, storesOf } from '../policy.ts';
import type { DealsTable, DueBillsTable, ProductsTable } from '../tables.ts';

type InternalColumns = 'client_id' | 'stock_key' | 'created_at' | `is_${string}`;

export type DealRow = Omit<Selectable<DealsTable>, InternalColumns> & {
  customer: string;
  salesperson: string | null;
  second_salesperson: string | null;
  closer: string | null;
  finance_manager: string | null;
  due_bill_count: number;
};

/** Selects full deal rows; the caller appends joins and conditions on `deals d`. */
export const selectDeals = sql`
  select d.id, d.store, d.number, d.status, d.type, d.condition, c.id as customer_id,
    c.name as customer, d.vehicle_id, d.vehicle, d.vin, d.stock_number, d.salesperson_id,
    s.shown_name as salesperson, d.second_salesperson_id,
    two.shown_name as second_salesperson, d.closer_id, closer.shown_name as closer,
    d.finance_manager_id,
    f.shown_name as finance_manager, d.opened_at,
    d.signed_on::text as signed_on, d.delivered_on::text as delivered_on,
    d.funded_on::text as funded_on, d.first_signed_on::text as first_signed_on,
    d.first_delivered_on::text as first_delivered_on, d.first_funded_on::text as first_funded_on,
    d.first_price_cents, d.first_front_cents, d.first_back_cents, d.created_by,
    d.miles_at_delivery, d.method, d.lender, d.rate, d.term_months,
    d.price_cents, d.fees_cents, d.tax_cents, d.rebate_cents, d.down_cents, d.cost_cents,
    d.recon_cents, d.pack_cents, d.reserve_cents, d.trade_vehicle, d.trade_vin, d.trade_miles,
    d.trade_allowance_cents, d.trade_payoff_cents, d.trade_acv_cents, d.trade_vehicle_id,
    d.product_count, d.products_cents, d.products_gross_cents, d.front_cents, d.back_cents, d.note,
    d.version,
    (select count(*) from deal_due_bills b where b.deal_id = d.id and b.done_at is null)
      as due_bill_count
  from deals d
  join customers named on named.id = d.customer_id
  join customers c on c.id = named.root_id
  left join users s on s.id = d.salesperson_id
  left join users two on two.id = d.second_salesperson_id
  left join users closer on closer.id = d.closer_id
  left join users f on f.id = d.finance_manager_id`;

/** Condition on `deals d`. */
export const visibleTo = (actor: Actor) => inStores('d.store', storesOf(actor));

export const toDeal = (row: DealRow, actor: Actor): Deal => ({
  id: row.id,
  store: row.store,
  number: row.number,
  status: row.status,
  type: row.type,
  condition: row.condition,
  customer: { id: row.customer_id, name: row.customer },
  vehicleId: row.vehicle_id,
  vehicle: row.vehicle,
  vin: row.vin,
  stockNumber: row.stock_number,
  salesperson: toReference(row.salesperson_id, row.salesperson),
  secondSalesperson: toReference(row.second_salesperson_id, row.second_salesperson),
  financeManager: toReference(row.finance_manager_id, row.finance_manager),
  openedAt: row.opened_at.toISOString(),
  signedOn: row.signed_on,
  deliveredOn: row.delivered_on,
  fundedOn: row.funded_on,
  priceCents: row.price_cents,
  productCount: row.product_count,
  dueBillCount: row.due_bill_count,
  ...(canSeeCost(actor) && {
    gross: { frontCents: row.front_cents, backCents: row.back_cents },
  }),
  version: row.version,
});

export function tradeOf(row: DealRow, actor: Actor): DealPage['trade'] {
  if (row.trade_vehicle === null) return null;
  const acvCents = row.trade_acv_cents;
  return {
    vehicle: row.trade_vehicle,
    vin: row.trade_vin,
    miles: row.trade_miles,
    allowanceCents: row.trade_allowance_cents ?? 0,
    payoffCents: row.trade_payoff_cents ?? 0,
    ...(acvCents !== null && canSeeCost(actor) && { acvCents }),
  };
}

export const toProduct = (row: Selectable<ProductsTable>, actor: Actor) => ({
  id: row.id,
  kind: row.kind,
  provider: row.provider,
  priceCents: row.price_cents,
  ...(row.cost_cents !== null && canSeeCost(actor) && { costCents: row.cost_cents }),
});

export type DueBillRow = Selectable<DueBillsTable> & { by: string | null };

export const toDueBill = (row: DueBillRow) => ({
  id: row.id,
  what: row.what,
  doneAt: row.done_at?.toISOString() ?? null,
  doneBy: row.by,
});

/** Price, fees, tax and products, less rebate, trade-in allowance and down payment, plus the payoff. */
export const balanceOf = (row: DealRow) =>
  row.price_cents +
  row.fees_cents +
  row.tax_cents +
  row.products_cents -
  row.rebate_cents -
  row.down_cents -
  (row.trade_allowance_cents ?? 0) +
  (row.trade_payoff_cents ?? 0);
