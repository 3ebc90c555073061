import { type RawBuilder, sql } from 'kysely';
import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import { instant } from '../../../../platform/contract/fields.ts';
import { invalid } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { countUpTo } from '../../../../platform/server/records/queries.ts';
import type * as calls from '../../contract/finding.ts';
import {
  type CustomerRow,
  type Filters,
  maxActiveCount,
  maxCount,
} from '../../contract/finding.ts';
import type { CustomerParts } from '../parts.ts';
import { storesOf } from '../policy.ts';
import type { CustomersDb } from '../tables.ts';
import { whereMatches } from './filters.ts';

type Query = ValidOf<typeof calls.listCustomers>['query'];
type RowData = Omit<CustomerRow, 'lastActivityAt'> & { lastActivityAt: Date };

/** List columns of a customer `c`; of its stores only the reader's own. */
const rowColumns = sql`
  c.id, c.kind, c.name, c.sort_name as "sortName", c.tags, c.do_not_contact as "doNotContact",
  c.last_activity_at as "lastActivityAt",
  (select jsonb_build_object('e164', p.e164, 'extension', p.extension, 'kind', p.kind,
    'isPreferred', p.is_preferred) from customer_phones p where p.customer_id = c.id
    order by p.is_preferred desc, p.place limit 1) as phone,
  (select e.address from customer_emails e where e.customer_id = c.id
    order by e.is_preferred desc, e.place limit 1) as email,
  coalesce((select a.city || ', ' || a.state from customer_addresses a where a.customer_id = c.id
    order by a.place limit 1), '') as city,
  known.stores, known.owners`;

const joinStores = (stores: readonly string[]) => sql`
  cross join lateral (select array_agg(s.store order by s.store) as stores,
      coalesce(jsonb_agg(distinct jsonb_build_object('id', u.id, 'name', u.shown_name))
        filter (where u.id is not null), '[]') as owners
    from customer_stores s left join users u on u.id = s.owner_id
    where s.customer_id = c.id and s.store = any(${stores}::text[])) known`;

const toRow = (row: RowData): CustomerRow => ({
  ...row,
  lastActivityAt: row.lastActivityAt.toISOString(),
});

/** One page, by latest activity or by name. */
export async function listCustomers(
  db: CustomersDb,
  actor: Actor,
  { id, sort, after, afterId, limit, ...filters }: Query,
  parts: CustomerParts,
): Promise<CustomerRow[]> {
  const stores = storesOf(actor);
  const matches = await whereMatches(db, actor, filters, parts);
  const where =
    id === undefined
      ? matches
      : sql`${matches} and c.id = (select root_id from customers where id = ${id})`;
  const order = sort === 'name' ? sql`c.sort_name, c.id` : sql`c.last_activity_at desc, c.id desc`;
  const { rows } = await sql<RowData>`
    with page as (
      select c.id from customers c
      where ${where} and ${afterCursor(sort, after, afterId)}
      order by ${order} limit ${limit})
    select ${rowColumns} from page join customers c on c.id = page.id ${joinStores(stores)}
    order by ${order}`.execute(db);
  return rows.map(toRow);
}

function afterCursor(sort: Query['sort'], after?: string, afterId = 0): RawBuilder<boolean> {
  if (after === undefined) return sql`true`;
  if (sort === 'name') return sql`(c.sort_name, c.id) > (${after}::text collate "C", ${afterId})`;
  if (!instant.safeParse(after).success)
    throw invalid('after must be the time of the last row.', { after: 'Must be a time' });
  return sql`(c.last_activity_at, c.id) < (${new Date(after)}, ${afterId})`;
}

/** Number of customers matching the filters, capped. */
export async function countCustomers(
  db: CustomersDb,
  actor: Actor,
  filters: Filters,
  parts: CustomerParts,
): Promise<{ count: number; isMore: boolean }> {
  const max = filters.activeIn === undefined ? maxCount : maxActiveCount;
  const where = await whereMatches(db, actor, filters, parts);
  return countUpTo(db, sql`from customers c where ${where}`, max);
}

/** Rows for these ids, unordered. The caller has checked that the actor may see them. */
export async function rowsOf(
  db: CustomersDb,
  actor: Actor,
  ids: readonly number[],
): Promise<Map<number, CustomerRow>> {
  const stores = storesOf(actor);
  const { rows } = await sql<RowData>`
    select ${rowColumns} from customers c ${joinStores(stores)}
    where c.id = any(${ids}::integer[])`.execute(db);
  return new Map(rows.map((row) => [row.id, toRow(row)]));
}
