import { type Kysely, sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import type { DealTables } from '../tables.ts';
import type { ReadDeal } from './row/read.ts';

/** Stored deals as comparable text: every field a file can contain except costs and gross. */
export async function findKnown(
  tx: Kysely<DealTables>,
  store: Store,
  numbers: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ number: string; facts: unknown[] }>`
    select d.number, jsonb_build_array(d.number, c.root_id, d.type, d.condition, d.status,
      d.signed_on::text, d.delivered_on::text, d.funded_on::text, d.vehicle, d.vin, d.stock_number,
      d.salesperson_id, d.second_salesperson_id, d.finance_manager_id, d.method, d.lender,
      d.price_cents, d.fees_cents, d.tax_cents, d.rebate_cents, d.down_cents, d.products_cents,
      d.trade_vehicle, d.trade_vin, d.trade_allowance_cents, d.trade_payoff_cents,
      d.miles_at_delivery, d.note) as facts
    from deals d join customers c on c.id = d.customer_id
    where d.store = ${store} and d.number = any(${numbers}::text[])`.execute(tx);
  return new Map(rows.map(({ number, facts }) => [number, JSON.stringify(facts)]));
}

/** The same text for a deal read from a file; keep the order in sync with `findKnown`. */
export const factsOf = (deal: ReadDeal, customerId: number): string =>
  JSON.stringify([
    ...[deal.number, customerId, deal.type, deal.condition, deal.status],
    ...[deal.signedOn, deal.deliveredOn, deal.fundedOn, deal.vehicle, deal.vin, deal.stockNumber],
    ...[deal.salespersonId, deal.secondSalespersonId, deal.financeManagerId],
    ...[deal.method, deal.lender, deal.priceCents, deal.feesCents, deal.taxCents],
    ...[deal.rebateCents, deal.downCents],
    deal.products.reduce((sum, { priceCents }) => sum + priceCents, 0),
    ...[deal.trade?.vehicle ?? null, deal.trade?.vin ?? null],
    ...[deal.trade?.allowanceCents ?? null, deal.trade?.payoffCents ?? null],
    ...[deal.milesAtDelivery, deal.note],
  ]);
