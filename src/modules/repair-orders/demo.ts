import { sql } from 'kysely';
import { storeAccountTag } from '../../../db/demo/customers/roster.ts';
import { type DemoOrder, demoOrders, type Visitor } from '../../../db/demo/service/orders.ts';
import { stockVisitors } from '../../../db/demo/service/stock.ts';
import { rooftops } from '../../../db/demo/talk/stockroom.ts';
import type { Store } from '../../platform/contract/access.ts';
import { dateAt } from '../../platform/contract/wallTime.ts';
import type { AnyTables, Db } from '../../platform/server/db/database.ts';
import { getTimezone } from '../organization/server/public.ts';

type IdOf = (username: string) => number;

const batchRows = 1_000;

/** Seeds repair orders for customer vehicles. `idOf` returns the id of a username. */
export async function seedOrders(tx: Db<AnyTables>, asOf: Date, idOf: IdOf): Promise<void> {
  const today = dateAt(await getTimezone(tx), asOf.getTime());
  const stock = stockVisitors(today, await findAccounts(tx));
  const orders = demoOrders(await findVisitors(tx), stock, asOf);
  const made = await insert(
    tx,
    'repair_orders',
    orders.map((order) => rowOf(order, idOf)),
  );
  const ids = made as number[];
  await insert(
    tx,
    'repair_order_lines',
    orders.flatMap((order, at) => linesOf(order, ids[at], idOf)),
  );
  await insert(
    tx,
    'repair_order_events',
    orders.flatMap((order, at) => eventsOf(order, ids[at], idOf)),
  );
  const counters = Object.entries(rooftops).map(([store, { roNow }]) => ({ store, last: roNow }));
  await tx.insertInto('repair_order_counters').values(counters).execute();
}

/** Vehicles customers own, at their oldest store. */
async function findVisitors(tx: Db<AnyTables>): Promise<Visitor[]> {
  const { rows } = await sql<Visitor>`
    select distinct on (v.id) v.customer_id as customer, s.store, v.description as vehicle, v.vin,
      coalesce(v.mileage, 12000) as mileage
    from customer_vehicles v join customer_stores s on s.customer_id = v.customer_id
    where v.vin is not null order by v.id, s.first_seen_at, s.store`.execute(tx);
  return rows;
}

/** The customer that stands for each store itself. */
async function findAccounts(tx: Db<AnyTables>): Promise<Record<Store, number>> {
  const { rows } = await sql<{ id: number; store: Store }>`
    select c.id, s.store from customers c join customer_stores s on s.customer_id = c.id
    where ${storeAccountTag} = any(c.tags)`.execute(tx);
  const of = (store: Store) => rows.find((row) => row.store === store)?.id ?? 0;
  return { ford: of('ford'), hyundai: of('hyundai'), chevrolet: of('chevrolet') };
}

async function insert(tx: Db<AnyTables>, table: string, rows: object[]): Promise<unknown[]> {
  const ids: unknown[] = [];
  for (let at = 0; at < rows.length; at += batchRows) {
    const some = rows.slice(at, at + batchRows);
    const made = await tx.insertInto(table).values(some).returning('id').execute();
    ids.push(...made.map(({ id }) => id));
  }
  return ids;
}

const rowOf = (order: DemoOrder, idOf: IdOf) => ({
  client_id: order.clientId,
  store: order.visitor.store,
  number: order.number,
  customer_id: order.visitor.customer,
  vehicle: order.visitor.vehicle,
  vin: order.visitor.vin,
  advisor_id: idOf(order.advisor),
  status: order.status,
  opened_at: order.openedAt,
  promised_at: order.promisedAt,
  closed_at: order.closedAt,
  miles_in: order.milesIn,
  miles_out: order.closedAt ? order.milesIn + 4 : null,
  created_by: idOf(order.advisor),
  created_at: order.openedAt,
});

function linesOf(order: DemoOrder, id: number | undefined, idOf: IdOf) {
  const isBegun = order.status !== 'open';
  const isDone = order.status === 'completed' || order.status === 'closed';
  return order.lines.map(({ job, declined, ...line }, at) => ({
    repair_order_id: id,
    position: at + 1,
    pay_type: job.payType,
    op_code: job.opCode,
    complaint: job.complaint,
    cause: isBegun ? job.cause : '',
    correction: isDone && !declined ? job.correction : '',
    technician_id: isBegun ? idOf(order.technician) : null,
    hours_flagged: job.hours,
    hours_actual: isDone && !declined ? line.hoursActual : 0,
    labor_sale_cents: line.laborSaleCents,
    labor_cost_cents: line.laborCostCents,
    parts_sale_cents: job.partsCents,
    parts_cost_cents: line.partsCostCents,
    declined,
  }));
}

function eventsOf(order: DemoOrder, id: number | undefined, idOf: IdOf) {
  const event = (kind: string, at: Date, data: object) => ({
    repair_order_id: id,
    kind,
    at,
    author_id: idOf(order.advisor),
    data: JSON.stringify(data),
  });
  return [
    event('opened', order.openedAt, { number: order.number }),
    ...order.steps.map(({ from, to, at }) => event('status', at, { from, to, reason: null })),
  ];
}
