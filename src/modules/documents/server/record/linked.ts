import { type RawBuilder, sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import { invalid } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { ownStores, visibleStores } from '../../../../platform/server/records/stores.ts';
import { customerHref } from '../../../customers/contract.ts';
import { readableCustomerStores } from '../../../customers/server/public.ts';
import { listDeals } from '../../../deals/contract.ts';
import { getTimezone } from '../../../organization/server/public.ts';
import { listOrders } from '../../../repair-orders/contract.ts';
import type { RetainedItem } from '../../../retention/server/public.ts';
import { listVehicles } from '../../../vehicles/contract.ts';
import type { Link, LinkInput, LinkKind } from '../../contract/document.ts';
import type { DocumentsDb } from '../tables.ts';

/** A record that a document can belong to. */
export interface LinkedRecord extends LinkInput {
  title: string;
  /** Those that know it; null: an employee, who is known everywhere. */
  stores: Store[] | null;
  /**
   * The deal was delivered or canceled, the order closed, or the employee's last day is this one; null: not yet, or it is
   * another kind.
   */
  endedOn: string | null;
  /** Of a deal that is no sale, and will never be one. */
  isCanceled: boolean;
  /** What legal holds name: the record itself, and whom and what it is about. */
  subjects: RetainedItem['subjects'];
}

interface Row {
  id: number;
  title: string;
  stores: Store[] | null;
  endedOn: string | null;
  isCanceled?: boolean;
  /** All under which a hold may name it. */
  numbers: string[];
  /** Of the vehicles and the customer of a deal or an order. */
  vins?: string[];
  customerNumbers?: string[];
}

type Find = (db: DocumentsDb, ids: readonly number[]) => Promise<Row[]>;

/** Of a customer and all who were merged into it: a hold may name a number from before a merge. */
const customerNumbers = (rootId: RawBuilder<unknown>) =>
  sql`array(select m.id::text from customers m where m.root_id = ${rootId})`;

const finders: Record<LinkKind, Find> = {
  async deal(db, ids) {
    const timezone = await getTimezone(db);
    const { rows } = await sql<Row>`
      select d.id, 'Deal ' || d.number as title, array[d.store] as stores, array[d.number] as numbers,
        array_remove(array[d.vin, d.trade_vin], null) as vins,
        ${customerNumbers(sql`c.root_id`)} as "customerNumbers", d.status = 'canceled' as "isCanceled",
        case when d.status = 'canceled' then (
          select (max(e.at) at time zone ${timezone})::date from deal_events e
          where e.deal_id = d.id and e.kind in ('written', 'status'))
        else d.delivered_on end::text as "endedOn"
      from deals d join customers c on c.id = d.customer_id
      where d.id = any(${ids}::integer[])`.execute(db);
    return rows;
  },
  async repair_order(db, ids) {
    const timezone = await getTimezone(db);
    const { rows } = await sql<Row>`
      select r.id, 'RO ' || r.number as title, array[r.store] as stores, array[r.number] as numbers,
        array_remove(array[r.vin], null) as vins, ${customerNumbers(sql`c.root_id`)} as "customerNumbers",
        (r.closed_at at time zone ${timezone})::date::text as "endedOn"
      from repair_orders r join customers c on c.id = r.customer_id
      where r.id = any(${ids}::integer[])`.execute(db);
    return rows;
  },
  async vehicle(db, ids) {
    const { rows } = await sql<Row>`
      select u.id, concat(u.stock_number, ', ', v.year, ' ', v.make, ' ', v.model) as title,
        array[u.store] as stores, array[v.vin] as numbers, null as "endedOn"
      from stock_units u join vehicles v on v.id = u.vehicle_id
      where u.id = any(${ids}::integer[])`.execute(db);
    return rows;
  },
  async customer(db, ids) {
    const { rows } = await sql<Row>`
      select a.id, c.name as title, ${customerNumbers(sql`c.id`)} as numbers, null as "endedOn",
        array(select s.store from customer_stores s where s.customer_id = c.id) as stores
      from customers a join customers c on c.id = a.root_id
      where a.id = any(${ids}::integer[])`.execute(db);
    return rows;
  },
  async employee(db, ids) {
    const { rows } = await sql<Row>`
      select u.id, u.shown_name as title, null as stores,
        array_remove(array[u.emrn, e.employee_number], null) as numbers, e.left_on::text as "endedOn"
      from users u left join employees e on e.user_id = u.id where u.id = any(${ids}::integer[])
        and u.protection is distinct from 'system_bot'`.execute(db);
    return rows;
  },
};

export const linkKey = ({ kind, id }: LinkInput): string => `${kind}:${id}`;

/** The records among these that exist, by `linkKey`, without an access check; one query for each kind. */
export async function findLinked(
  db: DocumentsDb,
  links: readonly LinkInput[],
): Promise<Map<string, LinkedRecord>> {
  const found = new Map<string, LinkedRecord>();
  // One after the other: a transaction has one connection.
  for (const [kind, group] of Map.groupBy(links, (link) => link.kind)) {
    const rows = await finders[kind](db, [...new Set(group.map(({ id }) => id))]);
    for (const row of rows) found.set(linkKey({ kind, id: row.id }), toLinked(kind, row));
  }
  return found;
}

function toLinked(kind: LinkKind, { numbers, ...rest }: Row): LinkedRecord {
  const { vins = [], customerNumbers = [], ...row } = rest;
  const named = (subjectKind: LinkKind, all: readonly string[]) =>
    all.map((number) => ({ kind: subjectKind, number }));
  return {
    kind,
    isCanceled: false,
    ...row,
    subjects: [
      ...named(kind, numbers),
      ...named('vehicle', vins),
      ...named('customer', customerNumbers),
    ],
  };
}

/** The stores whose records of this kind the actor may open. */
const openStores: Record<LinkKind, (actor: Actor) => Store[]> = {
  deal: (actor) => visibleStores(actor, listDeals.access),
  repair_order: (actor) => visibleStores(actor, listOrders.access),
  vehicle: (actor) => visibleStores(actor, listVehicles.access),
  customer: readableCustomerStores,
  employee: ownStores,
};

function canOpen(actor: Actor, { kind, stores }: LinkedRecord): boolean {
  const open = openStores[kind](actor);
  return stores === null || stores.some((store) => open.includes(store));
}

const hrefs: Record<LinkKind, (id: number) => string | null> = {
  deal: (id) => `/customers/deals?deal=${id}`,
  repair_order: (id) => `/customers/repair-orders?order=${id}`,
  vehicle: (id) => `/fleet?vehicle=${id}`,
  customer: customerHref,
  employee: () => null,
};

export const toLink = (actor: Actor, record: LinkedRecord): Link => ({
  kind: record.kind,
  id: record.id,
  title: record.title,
  href: canOpen(actor, record) ? hrefs[record.kind](record.id) : null,
});

/** Throws unless the actor may open each of these records. */
export async function assertLinkable(
  db: DocumentsDb,
  actor: Actor,
  links: readonly LinkInput[],
): Promise<void> {
  const found = await findLinked(db, links);
  const isOpen = (link: LinkInput) => {
    const record = found.get(linkKey(link));
    return record !== undefined && canOpen(actor, record);
  };
  if (links.every(isOpen)) return;
  const problem = 'A record does not exist, or you may not see it';
  throw invalid(`${problem}.`, { links: problem });
}
