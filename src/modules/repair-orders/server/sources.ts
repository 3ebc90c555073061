import { type RawBuilder, sql } from 'kysely';
import { dateAt } from '../../../platform/contract/wallTime.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import { createNumberedSource } from '../../../platform/server/records/sources.ts';
import { inStores } from '../../../platform/server/records/stores.ts';
import {
  type ActivitySource,
  type CustomerFinder,
  customersOfRecords,
  onPage,
  type TimelineSource,
} from '../../customers/server/public.ts';
import { getTimezone } from '../../organization/server/public.ts';
import type { RecordCard } from '../../records/contract.ts';
import type { RecordSource } from '../../records/server/public.ts';
import { readAccess } from '../contract/order.ts';
import { statusNames } from '../contract/status.ts';
import { numberOf } from './record/number.ts';
import { type OrderRow, selectOrders, visibleTo } from './record/rows.ts';
import type { OrdersDb } from './tables.ts';

type Parts = Pick<Platform, 'db'>;

const hrefOf = (id: number) => `/customers/repair-orders?order=${id}`;

/** Repair orders mentioned in chat, recognized by number. */
export function orderSource({ db }: Parts): RecordSource {
  return createNumberedSource(db, {
    kind: 'repair_order',
    table: 'repair_orders',
    noun: 'RO',
    access: readAccess,
    async find(actor, numbers) {
      const rows = await findRows(db, actor, sql`r.number = any(${numbers}::text[])`, newest);
      const timezone = await getTimezone(db);
      return rows.map((row) => ({
        number: row.number,
        store: row.store,
        card: cardOf(row, timezone),
      }));
    },
  });
}

const newest = sql`true order by r.opened_at desc, r.id desc limit 50`;

/** `end`: the last condition, order and limit. */
async function findRows(
  db: OrdersDb,
  actor: Actor,
  where: RawBuilder<unknown>,
  end: RawBuilder<unknown>,
): Promise<OrderRow[]> {
  const { rows } = await sql<OrderRow>`${selectOrders}
    where ${where} and ${visibleTo(actor)} and ${end}`.execute(db);
  return rows;
}

function cardOf(row: OrderRow, timezone: string): RecordCard {
  const isWaiting = row.status === 'waiting_parts' || row.status === 'waiting_approval';
  return {
    ref: { kind: 'repair_order', id: String(row.id) },
    title: `RO ${row.number}`,
    subtitle: `${row.vehicle} · ${statusNames[row.status]}`,
    lines: [
      { label: 'Customer', value: row.customer },
      { label: 'Advisor', value: row.advisor },
      { label: 'Opened', value: dateAt(timezone, row.opened_at.getTime()) },
      ...(row.vin ? [{ label: 'VIN', value: row.vin }] : []),
    ],
    href: hrefOf(row.id),
    tone: row.status === 'closed' ? 'neutral' : isWaiting ? 'warning' : 'success',
  };
}

/** Repair orders on the customer’s timeline. */
export function orderTimeline({ db }: Parts): TimelineSource {
  return {
    name: 'repair_order',
    async lines(actor, customerIds, page) {
      const where = sql`r.customer_id = any(${customerIds}::integer[])`;
      const end = onPage(sql`r.opened_at`, sql`'repair_order:' || r.id`, page);
      const rows = await findRows(db, actor, where, end);
      return rows.map((row) => ({
        key: `repair_order:${row.id}`,
        kind: 'repair_order',
        at: row.opened_at.toISOString(),
        title: `Repair order ${row.number}: ${statusNames[row.status].toLowerCase()}`,
        body: row.vehicle,
        by: row.advisor,
        store: row.store,
        href: hrefOf(row.id),
      }));
    },
  };
}

/** Finds customers by the number, VIN or vehicle of one of their orders. */
export function orderFinder({ db }: Parts): CustomerFinder {
  return {
    find: (typed, stores) =>
      customersOfRecords(db, typed, {
        table: 'repair_orders',
        stores,
        exact: [sql`number = ${numberOf(typed)}`],
      }),
  };
}

/** Customers with an order opened in the period. */
export const orderActivity: ActivitySource = ({ from, end }, stores) => sql`
  select customer_id from repair_orders where ${inStores('store', stores)}
    and opened_at >= ${from}::timestamptz and opened_at < ${end}::timestamptz`;
