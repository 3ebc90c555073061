import { type RawBuilder, sql } from 'kysely';
import type { Store } from '../../../platform/contract/access.ts';
import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import { ownStores } from '../../../platform/server/records/stores.ts';
import { getTimezone } from '../../organization/server/public.ts';
import type { ActivityItem } from '../contract.ts';
import { canSeeRecords } from './policy.ts';

/** Literal, as below: a plan that is made once knows only the literals. */
const atMost = sql.lit(10);

type Row = Omit<ActivityItem, 'key' | 'at' | 'href'> & { id: number; at: Date };

const hrefs: Record<ActivityItem['kind'], (id: number) => string> = {
  signed: (id) => `/customers/deals?deal=${id}`,
  delivered: (id) => `/customers/deals?deal=${id}`,
  order: (id) => `/customers/repair-orders?order=${id}`,
  lead: (id) => `/customers/leads?lead=${id}`,
  customer: (id) => `/customers?customer=${id}`,
};

/** Recent activity in the actor’s stores, newest first; empty without access to customer records. */
export async function listActivity(db: Db<AnyTables>, actor: Actor): Promise<ActivityItem[]> {
  const stores = ownStores(actor);
  if (!canSeeRecords(actor) || stores.length === 0) return [];
  const timezone = await getTimezone(db);
  // Per store, so each query reads from the end of its own index.
  // The list is selected, so that the planner does not see its length: each would get a plan of its own.
  const selected = sql`unnest((select ${stores}::text[])) selected (store)`;
  const { rows } = await sql<Row>`/* prepared: list-activity */
    select * from (
      (${dealsThatBecame('signed', selected, timezone)}) union all
      (${dealsThatBecame('delivered', selected, timezone)}) union all
      (${closedOrders(selected)}) union all
      (${receivedLeads(selected)}) union all
      (${addedCustomers(stores)})) activity
    order by at desc, kind, id desc limit ${atMost}`.execute(db);
  return rows.map(({ id, at, ...row }) => ({
    key: `${row.kind}:${id}`,
    at: at.toISOString(),
    ...row,
    href: hrefs[row.kind](id),
  }));
}

const name = (table: string) => sql`(select shown_name from users
  where id = ${sql.ref(table)})`;
/** Follows merges to the surviving customer. */
const customer = sql`(select r.name from customers c join customers r on r.id = c.root_id
  where c.id = latest.customer_id)`;

/**
 * By the day on the deal, at the time of the status event if that was the same day: a day may be entered later, and
 * corrected. A deal is listed under its current status only.
 */
function dealsThatBecame(
  status: 'signed' | 'delivered',
  selected: RawBuilder<unknown>,
  zone: string,
) {
  const day = sql.ref(`${status}_on`);
  return sql`
    select latest.id, ${sql.lit(status)} as kind,
      case when (event.at at time zone ${zone})::date = latest.day then event.at
        else (latest.day + time '12:00') at time zone ${zone} end as at, latest.store,
      coalesce(${name('event.author_id')}, ${name('latest.salesperson_id')}) as by,
      latest.vehicle as what, ${customer} as customer
    from ${selected},
      lateral (select d.id, d.store, vehicle, customer_id, salesperson_id, ${day} as day from deals d
        where d.store = selected.store and ${day} is not null
          and ${status === 'signed' ? sql`d.is_open and d.status = 'signed'` : sql`true`}
        order by ${day} desc, d.id desc limit ${atMost}) latest
      left join lateral (select e.at, e.author_id from deal_events e
        where e.deal_id = latest.id and e.kind = 'status' and e.data->>'to' = ${sql.lit(status)}
        order by e.id desc limit 1) event on true`;
}

const closedOrders = (selected: RawBuilder<unknown>) => sql`
  select latest.id, 'order', latest.closed_at, latest.store,
    coalesce((select u.shown_name from repair_order_events e
      join users u on u.id = e.author_id
      where e.repair_order_id = latest.id and e.kind = 'status' and e.data->>'to' = 'closed'
      order by e.id desc limit 1), ${name('latest.advisor_id')}),
    'RO ' || latest.number || ', ' || latest.vehicle, ${customer}
  from ${selected}, lateral (select o.* from repair_orders o
    where o.store = selected.store and closed_at is not null and status = 'closed'
    order by closed_at desc limit ${atMost}) latest`;

const receivedLeads = (selected: RawBuilder<unknown>) => sql`
  select latest.id, 'lead', latest.received_at, latest.store, ${name('latest.created_by')},
    latest.interest, ${customer}
  from ${selected}, lateral (select l.* from leads l
    where l.store = selected.store and status <> 'duplicate'
    order by received_at desc, l.id desc limit ${atMost}) latest`;

/** Manually added customers only: an import of thousands would flood the list. */
const addedCustomers = (stores: readonly Store[]) => sql`
  select latest.id, 'customer', latest.created_at, latest.store, ${name('latest.created_by')}, '',
    latest.name
  from (select c.id, c.name, c.created_at, c.created_by, s.store
    from (select * from customers where merged_into_id is null and import_id is null
      order by id desc limit 100) c
    join lateral (select store from customer_stores
      where customer_id = c.id and store = any((select ${stores}::text[])::text[])
      order by first_seen_at, store limit 1) s on true
    order by c.created_at desc, c.id desc limit ${atMost}) latest`;
