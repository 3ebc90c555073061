import { type RawBuilder, sql } from 'kysely';
import type { Store } from '../../../platform/contract/access.ts';
import type { ValidOf } from '../../../platform/contract/endpoint.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import { allOf, countUpTo } from '../../../platform/server/records/queries.ts';
import { inStores } from '../../../platform/server/records/stores.ts';
import { recordsMatching } from '../../customers/server/public.ts';
import { exactDealMatches } from '../../deals/server/public.ts';
import type {
  countStipulations as countCall,
  listStipulations as listCall,
  StipulationRow,
} from '../contract/stipulations.ts';
import { storesOf } from './policy.ts';
import { filedTypes } from './records/documents.ts';
import { getToday } from './records/find.ts';
import type { JacketsDb } from './tables.ts';

type Filters = ValidOf<typeof countCall>['query'];

interface Row {
  id: number;
  text: string;
  due_on: string;
  document_type: string | null;
  added_by: string;
  version: number;
  deal_id: number;
  number: string;
  store: Store;
  customer: string;
  vehicle: string;
  lender: string;
  is_received: boolean;
}

/** One page of the open stipulations, what is due first on top. */
export async function listStipulations(
  db: JacketsDb,
  actor: Actor,
  query: ValidOf<typeof listCall>['query'],
): Promise<StipulationRow[]> {
  const today = await getToday(db);
  const { rows } = await sql<Row>`
    select t.id, t.text, t.due_on::text as due_on, t.document_type, a.shown_name as added_by, t.version,
      d.id as deal_id, d.number, d.store, c.name as customer, d.vehicle, d.lender,
      coalesce(t.document_type = any(${filedTypes('deal', sql`d.id`)}), false) as is_received
    from deal_stipulations t join deals d on d.id = t.deal_id
    join customers named on named.id = d.customer_id
    join customers c on c.id = named.root_id
    join users a on a.id = t.created_by
    where ${isOpen(actor, query)}
    order by t.due_on, t.id limit ${query.limit} offset ${query.offset}`.execute(db);
  return rows.map((row) => ({
    stipulationId: row.id,
    text: row.text,
    dueOn: row.due_on,
    isOverdue: row.due_on < today,
    type: row.document_type,
    cleared: null,
    addedBy: row.added_by,
    version: row.version,
    deal: {
      id: row.deal_id,
      number: row.number,
      store: row.store,
      customer: row.customer,
      vehicle: row.vehicle,
      lender: row.lender,
    },
    isReceived: row.is_received,
  }));
}

/** Of a deal that was not canceled. */
function isOpen(actor: Actor, { store, q }: Filters): RawBuilder<boolean> {
  const stores = storesOf(actor, 'deal');
  return allOf([
    sql`t.cleared_at is null and t.removed_at is null and d.status <> 'canceled'`,
    inStores('d.store', stores),
    store && sql`d.store = ${store}`,
    q !== '' &&
      sql`d.id in ${recordsMatching(q, { table: 'deals', stores, exact: exactDealMatches(q) })}`,
  ]);
}

/** Number of open stipulations that match, and of those that are overdue. */
export async function countStipulations(db: JacketsDb, actor: Actor, filters: Filters) {
  const rows = sql`from deal_stipulations t join deals d on d.id = t.deal_id
    where ${isOpen(actor, filters)}`;
  const today = await getToday(db);
  const [all, overdue] = await Promise.all([
    countUpTo(db, rows),
    countUpTo(db, sql`${rows} and t.due_on < ${today}::date`),
  ]);
  return { ...all, overdue: overdue.count };
}
