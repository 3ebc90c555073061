import { type RawBuilder, sql } from 'kysely';
import type { Store } from '../../../platform/contract/access.ts';
import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import { getTimezone } from '../../organization/server/public.ts';
import type { Happening } from '../contract.ts';
import { canSeeRecords, storesOf } from './policy.ts';

const atMost = 10;

type Row = Omit<Happening, 'key' | 'at' | 'href'> & { id: number; at: Date };

const hrefs: Record<Happening['kind'], (id: number) => string> = {
  signed: (id) => `/customers/deals?deal=${id}`,
  delivered: (id) => `/customers/deals?deal=${id}`,
  order: (id) => `/customers/repair-orders?order=${id}`,
  lead: (id) => `/customers/leads?lead=${id}`,
  customer: (id) => `/customers?customer=${id}`,
};

/** What happened lately in the actor’s stores, the latest first; nothing for who may not read customers. */
export async function listActivity(db: Db<AnyTables>, actor: Actor): Promise<Happening[]> {
  const stores = storesOf(actor);
  if (!canSeeRecords(actor) || stores.length === 0) return [];
  const timezone = await getTimezone(db);
  // Store by store: so each is read from the end of its own index.
  const asked = sql`unnest(${stores}::text[]) asked (store)`;
  const { rows } = await sql<Row>`
    select * from (
      (${dealsThatBecame('signed', asked, timezone)}) union all
      (${dealsThatBecame('delivered', asked, timezone)}) union all
      (${closedOrders(asked)}) union all
      (${receivedLeads(asked)}) union all
      (${addedCustomers(stores)})) happened
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
/** Whoever a customer is by now. */
const customer = sql`(select r.name from customers c join customers r on r.id = c.root_id
  where c.id = latest.customer_id)`;

/** By their day, and within it by when somebody said so; a deal is told of by how far it has come. */
function dealsThatBecame(status: 'signed' | 'delivered', asked: RawBuilder<unknown>, zone: string) {
  const day = sql.ref(`${status}_on`);
  return sql`
    select latest.id, ${status} as kind,
      coalesce(said.at, (latest.day + time '12:00') at time zone ${zone}) as at, latest.store,
      coalesce(${name('said.author_id')}, ${name('latest.salesperson_id')}) as by,
      latest.vehicle as what, ${customer} as customer
    from ${asked},
      lateral (select d.id, d.store, vehicle, customer_id, salesperson_id, ${day} as day from deals d
        where d.store = asked.store and ${day} is not null
          and ${status === 'signed' ? sql`d.is_open and d.status = 'signed'` : sql`true`}
        order by ${day} desc, d.id desc limit ${atMost}) latest
      left join lateral (select e.at, e.author_id from deal_events e
        where e.deal_id = latest.id and e.kind = 'status' and e.data->>'to' = ${status}
        order by e.id desc limit 1) said on true`;
}

const closedOrders = (asked: RawBuilder<unknown>) => sql`
  select latest.id, 'order', latest.closed_at, latest.store,
    coalesce((select u.shown_name from repair_order_events e
      join users u on u.id = e.author_id
      where e.repair_order_id = latest.id and e.kind = 'status' and e.data->>'to' = 'closed'
      order by e.id desc limit 1), ${name('latest.advisor_id')}),
    'RO ' || latest.number || ', ' || latest.vehicle, ${customer}
  from ${asked}, lateral (select o.* from repair_orders o
    where o.store = asked.store and closed_at is not null and status = 'closed'
    order by closed_at desc limit ${atMost}) latest`;

const receivedLeads = (asked: RawBuilder<unknown>) => sql`
  select latest.id, 'lead', latest.received_at, latest.store, ${name('latest.created_by')},
    latest.interest, ${customer}
  from ${asked}, lateral (select l.* from leads l
    where l.store = asked.store and status <> 'duplicate'
    order by received_at desc, l.id desc limit ${atMost}) latest`;

/** Added by hand, of the last that were: of a file with thousands nobody wants to read one by one. */
const addedCustomers = (stores: readonly Store[]) => sql`
  select latest.id, 'customer', latest.created_at, latest.store, ${name('latest.created_by')}, '',
    latest.name
  from (select c.id, c.name, c.created_at, c.created_by, s.store
    from (select * from customers where merged_into_id is null and import_id is null
      order by id desc limit 100) c
    join lateral (select store from customer_stores
      where customer_id = c.id and store = any(${stores}::text[])
      order by first_seen_at, store limit 1) s on true
    order by c.created_at desc, c.id desc limit ${atMost}) latest`;
