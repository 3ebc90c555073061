import { sql } from 'kysely';
import { storeAccountTag } from '../../../db/demo/customers/roster.ts';
import { soldHistory } from '../../../db/demo/sales/cars.ts';
import type { Buyer, DemoDeal } from '../../../db/demo/sales/deal.ts';
import { demoDeals, documentFeeCents } from '../../../db/demo/sales/deals.ts';
import { crews, demoCars } from '../../../db/demo/stock/cars.ts';
import { dateAt } from '../../platform/contract/wallTime.ts';
import type { AnyTables, Db } from '../../platform/server/db/database.ts';
import { getTimezone } from '../organization/server/public.ts';
import { type ImportedVehicle, importVehicles } from '../vehicles/server/public.ts';
import { type ImportedDeal, importDeals } from './server/public.ts';

type IdOf = (username: string) => number;

/** Seeds a year of deals. `idOf` returns the id of a username. */
export async function seedDeals(tx: Db<AnyTables>, asOf: Date, idOf: IdOf): Promise<void> {
  const today = dateAt(await getTimezone(tx), asOf.getTime());
  const buyers = await findBuyers(tx);
  const deals = demoDeals({ buyers, stock: demoCars(today), today, asOf });
  const sold = deals.filter(({ sold }) => sold !== null);
  const gone = await importVehicles(
    tx,
    sold.map((deal) => vehicleOf(deal, idOf)),
    [],
  );
  const here = await findStock(tx);
  await importDeals(
    tx,
    deals.map((deal) => rowOf(deal, gone.get(deal.car.vin) ?? here.get(deal.car.vin), idOf)),
  );
  await sql`insert into deal_counters (store, last)
    select store, max(number::integer) from deals group by store`.execute(tx);
}

async function findBuyers(tx: Db<AnyTables>): Promise<Buyer[]> {
  const { rows } = await sql<Buyer>`
    select c.id as customer, s.store, c.kind = 'business' as "isBusiness", s.first_seen_at as since
    from customers c join customer_stores s on s.customer_id = c.id
    where c.merged_into_id is null and not ${storeAccountTag} = any(c.tags) order by c.id, s.store`.execute(
    tx,
  );
  return rows;
}

async function findStock(tx: Db<AnyTables>): Promise<Map<string, number>> {
  const rows = await tx.selectFrom('vehicles').select(['id', 'vin']).execute();
  return new Map(rows.map(({ id, vin }) => [vin, id]));
}

function vehicleOf(deal: DemoDeal, idOf: IdOf): ImportedVehicle {
  const { sold, store, deliveredOn } = deal;
  if (!sold) throw new Error(`Demo deal ${deal.number} has no sold vehicle`);
  const by = idOf(crews[store].sales);
  const at = (to: string) => deal.steps.find((step) => step.to === to)?.at ?? deal.openedAt;
  const dealFacts = { number: deal.number, signedAt: at('signed'), deliveredAt: at('delivered') };
  const { msrpCents, costCents, packCents, reconCents: _, ...car } = sold;
  const { acquiredOn, acquiredFrom, stockNumber, ...vehicleRow } = car;
  return {
    car: {
      ...vehicleRow,
      client_id: deal.clientId,
      vin_reason: null,
      traded_for_id: null,
      created_by: by,
      stock_number: stockNumber,
      acquired_on: acquiredOn,
      acquired_from: acquiredFrom,
      status: 'delivered',
      gone_on: deliveredOn,
      lot_location: '',
      key_tag: '',
      msrp_cents: msrpCents,
      cost_cents: costCents,
      pack_cents: packCents,
      list_cents: Math.ceil(deal.priceCents / 50_000) * 50_000,
      floorplan_lender: null,
      floored_on: null,
      floorplan_rate_bps: null,
    },
    events: soldHistory(sold, dealFacts).map((event) => ({ ...event, authorId: by })),
    steps: [],
    outings: [],
  };
}

function rowOf(deal: DemoDeal, vehicleId: number | undefined, idOf: IdOf): ImportedDeal {
  const {
    car,
    buyer,
    salesperson,
    second,
    closer,
    financeManager,
    miles,
    promises,
    sold: _,
    ...rest
  } = deal;
  const { title: vehicle, ...bought } = car;
  return {
    ...rest,
    ...bought,
    vehicle,
    customerId: buyer.customer,
    vehicleId: vehicleId ?? null,
    salespersonId: salesperson === null ? null : idOf(salesperson),
    secondSalespersonId: second === null ? null : idOf(second),
    closerId: closer === null ? null : idOf(closer),
    financeManagerId: idOf(financeManager),
    milesAtDelivery: miles,
    feesCents: documentFeeCents,
    dueBills: promises,
    note: '',
    authorId: idOf(salesperson ?? closer ?? financeManager),
  };
}
