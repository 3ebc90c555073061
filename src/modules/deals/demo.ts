import { sql } from 'kysely';
import { storeAccountTag } from '../../../db/demo/customers/roster.ts';
import { soldHistory } from '../../../db/demo/sales/cars.ts';
import type { Buyer, DemoDeal } from '../../../db/demo/sales/deal.ts';
import { demoDeals, documentFeeCents } from '../../../db/demo/sales/deals.ts';
import { withReturned } from '../../../db/demo/sales/returned.ts';
import { crews, demoCars } from '../../../db/demo/stock/cars.ts';
import { floorplanOf, noFloorplan } from '../../../db/demo/stock/floorplan.ts';
import { addDays, dateAt } from '../../platform/contract/wallTime.ts';
import type { AnyTables, Db } from '../../platform/server/db/database.ts';
import { getTimezone } from '../organization/server/public.ts';
import { type ImportedVehicle, importDeposits, importVehicles } from '../vehicles/server/public.ts';
import { type ImportedDeal, importDeals } from './server/public.ts';

type IdOf = (username: string) => number;

/** Seeds a year of deals. `idOf` returns the id of a username. */
export async function seedDeals(tx: Db<AnyTables>, asOf: Date, idOf: IdOf): Promise<void> {
  const today = dateAt(await getTimezone(tx), asOf.getTime());
  const buyers = await findBuyers(tx);
  const stock = demoCars(today);
  const deals = withReturned(demoDeals({ buyers, stock, today, asOf }), stock);
  const sold = deals.filter(({ sold }) => sold !== null);
  const gone = await importVehicles(
    tx,
    sold.map((deal) => vehicleOf(deal, today, idOf)),
    [],
  );
  const here = await findStock(tx);
  await importDeals(
    tx,
    deals.map((deal) => rowOf(deal, gone.get(deal.car.vin) ?? here.get(deal.car.vin), idOf)),
  );
  // The buyer of the open deal on a reserved car left the deposit.
  const reserved = new Set(
    stock.filter(({ status }) => status === 'deposit').map(({ vin }) => vin),
  );
  await importDeposits(
    tx,
    deals.flatMap((deal) => {
      const unitId = here.get(deal.car.vin);
      if (unitId === undefined || deal.status !== 'open' || !reserved.has(deal.car.vin)) return [];
      return [
        {
          unitId,
          customerId: deal.buyer.customer,
          cents: 50_000,
          expiresOn: addDays(today, 4),
          takenBy: idOf(authorOf(deal)),
          takenAt: deal.openedAt,
        },
      ];
    }),
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
  const rows = await tx
    .selectFrom('stock_vehicles')
    .select(['id', 'vin'])
    .where('in_stock', '=', true)
    .execute();
  return new Map(rows.map(({ id, vin }) => [vin, id]));
}

function vehicleOf(deal: DemoDeal, today: string, idOf: IdOf): ImportedVehicle {
  const { sold, store, deliveredOn } = deal;
  if (!sold) throw new Error(`Demo deal ${deal.number} has no sold vehicle`);
  const by = idOf(crews[store].sales);
  // The lender has its money three days after the car left.
  const payoff = addDays(deliveredOn ?? today, 3);
  const paidOff = payoff <= today ? payoff : null;
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
      sold_on: deal.signedOn,
      ...floorplanOf({ acquiredOn, costCents, paidOn: paidOff }),
      ...(sold.condition !== 'new' && noFloorplan),
    },
    events: soldHistory(sold, dealFacts).map((event) => ({ ...event, authorId: by })),
    steps: [],
    outings: [],
  };
}

/** Who wrote the deal: of a house deal the manager who closed it. */
const authorOf = ({ salesperson, closer, financeManager }: DemoDeal) =>
  salesperson ?? closer ?? financeManager;

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
    steps,
    ...rest
  } = deal;
  const { title: vehicle, ...bought } = car;
  return {
    ...rest,
    ...bought,
    // A salesperson changes a deal until it is signed.
    steps: steps.map((step) =>
      step.from === 'open' ? step : { ...step, authorId: idOf(financeManager) },
    ),
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
    authorId: idOf(authorOf(deal)),
  };
}
