import type { Insertable } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import type { Deal, DealPage, DealType, ProductKind } from '../../contract/deal.ts';
import type { Status } from '../../contract/status.ts';
import { sumsOf } from '../record/products.ts';
import type { DealsDb, DealsTable } from '../tables.ts';

/** A deal from another system or from the demo data. Dates are `YYYY-MM-DD`; amounts are cents. */
export interface ImportedDeal {
  clientId: string;
  store: Store;
  number: string;
  type: DealType;
  condition: Deal['condition'];
  customerId: number;
  vehicleId: number | null;
  vehicle: string;
  vin: string | null;
  stockNumber: string;
  /** Null for a house deal. */
  salespersonId: number | null;
  secondSalespersonId: number | null;
  closerId: number | null;
  financeManagerId: number | null;
  /** `signedOn` is set only for signed, delivered and funded deals; the other dates accordingly. */
  status: Status;
  openedAt: Date;
  signedOn: string | null;
  deliveredOn: string | null;
  fundedOn: string | null;
  milesAtDelivery: number | null;
  method: DealPage['method'];
  lender: string;
  rate: number | null;
  termMonths: number | null;
  priceCents: number;
  feesCents: number;
  taxCents: number;
  rebateCents: number;
  downCents: number;
  /** Zero if unknown: the deal then has no front gross. */
  costCents: number;
  reconCents: number;
  packCents: number;
  reserveCents: number;
  trade: {
    vehicle: string;
    vin: string | null;
    miles: number | null;
    allowanceCents: number;
    payoffCents: number;
    acvCents: number | null;
  } | null;
  /** At most 20; a total of several is one product of kind `other`. */
  products: readonly {
    kind: ProductKind;
    provider: string;
    priceCents: number;
    costCents: number | null;
  }[];
  dueBills: readonly { what: string; doneAt: Date | null }[];
  note: string;
  /** The user who created or imports it. */
  authorId: number;
  /** Status changes since it was created, oldest first; by `authorId` of the deal unless they have their own. */
  steps: readonly { from: Status; to: Status; at: Date; reason?: string; authorId?: number }[];
}

const rowsAtOnce = 500;

/**
 * Imports deals with their history; nothing is published and no vehicle changes. Returns their ids in input
 * order. Throws the database error `deals_store_number_key` if the store already has the number.
 */
export async function importDeals(
  anyDb: Db<AnyTables>,
  deals: readonly ImportedDeal[],
): Promise<number[]> {
  const db: DealsDb = anyDb;
  const ids: number[] = [];
  for (let at = 0; at < deals.length; at += rowsAtOnce) {
    ids.push(...(await insert(db, deals.slice(at, at + rowsAtOnce))));
  }
  return ids;
}

async function insert(db: DealsDb, deals: readonly ImportedDeal[]): Promise<number[]> {
  const inserted = await db.insertInto('deals').values(deals.map(toRow)).returning('id').execute();
  const ids = inserted.map(({ id }) => id);
  const rowsOf = <T>(of: (deal: ImportedDeal, dealId: number) => T[]) =>
    deals.flatMap((deal, at) => of(deal, ids[at] ?? 0));
  const products = rowsOf((deal, dealId) =>
    deal.products.map((product, at) => ({
      deal_id: dealId,
      position: at + 1,
      kind: product.kind,
      provider: product.provider,
      price_cents: product.priceCents,
      cost_cents: product.costCents,
    })),
  );
  const dueBills = rowsOf((deal, dealId) =>
    deal.dueBills.map(({ what, doneAt }, at) => ({
      deal_id: dealId,
      position: at + 1,
      what,
      done_at: doneAt,
      done_by: doneAt && deal.authorId,
    })),
  );
  const events = rowsOf((deal, dealId) => {
    const event = { deal_id: dealId, author_id: deal.authorId };
    return [
      { ...event, at: deal.openedAt, ...writtenEvent(deal.number) },
      ...deal.steps.map(({ at, authorId = deal.authorId, ...step }) => ({
        ...event,
        author_id: authorId,
        at,
        ...statusEvent(step),
      })),
    ];
  });
  if (products.length > 0) await db.insertInto('deal_products').values(products).execute();
  if (dueBills.length > 0) await db.insertInto('deal_due_bills').values(dueBills).execute();
  await db.insertInto('deal_events').values(events).execute();
  return ids;
}

const writtenEvent = (number: string) => ({
  kind: 'written' as const,
  data: JSON.stringify({ number }),
});
const statusEvent = (step: { from: Status; to: Status; reason?: string }) => ({
  kind: 'status' as const,
  data: JSON.stringify({ reason: null, ...step }),
});

function toRow(deal: ImportedDeal): Insertable<DealsTable> {
  return {
    client_id: deal.clientId,
    store: deal.store,
    number: deal.number,
    type: deal.type,
    condition: deal.condition,
    customer_id: deal.customerId,
    vehicle_id: deal.vehicleId,
    vehicle: deal.vehicle,
    vin: deal.vin,
    stock_number: deal.stockNumber,
    salesperson_id: deal.salespersonId,
    second_salesperson_id: deal.secondSalespersonId,
    closer_id: deal.closerId,
    finance_manager_id: deal.financeManagerId,
    status: deal.status,
    opened_at: deal.openedAt,
    signed_on: deal.signedOn,
    delivered_on: deal.deliveredOn,
    funded_on: deal.fundedOn,
    miles_at_delivery: deal.milesAtDelivery,
    method: deal.method,
    lender: deal.lender,
    rate: deal.rate,
    term_months: deal.termMonths,
    ...amountsOf(deal),
    ...sumsOf(
      deal.products.map(({ priceCents, costCents }) => ({
        price_cents: priceCents,
        cost_cents: costCents,
      })),
    ),
    note: deal.note,
    created_by: deal.authorId,
  };
}

function amountsOf({ trade, ...deal }: ImportedDeal) {
  return {
    price_cents: deal.priceCents,
    fees_cents: deal.feesCents,
    tax_cents: deal.taxCents,
    rebate_cents: deal.rebateCents,
    down_cents: deal.downCents,
    cost_cents: deal.costCents,
    recon_cents: deal.reconCents,
    pack_cents: deal.packCents,
    reserve_cents: deal.reserveCents,
    trade_vehicle: trade?.vehicle ?? null,
    trade_vin: trade?.vin ?? null,
    trade_miles: trade?.miles ?? null,
    trade_allowance_cents: trade?.allowanceCents ?? null,
    trade_payoff_cents: trade?.payoffCents ?? null,
    trade_acv_cents: trade?.acvCents ?? null,
  };
}
