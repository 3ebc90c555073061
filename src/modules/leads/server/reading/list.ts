import { type RawBuilder, sql } from 'kysely';
import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Lead } from '../../contract/lead.ts';
import type * as calls from '../../contract.ts';
import type { LeadsDb } from '../tables.ts';
import { matching } from './filters.ts';
import { type LeadRow, selectLeads, toLeads } from './rows.ts';

type Query = ValidOf<typeof calls.listLeads>['query'];
type Filters = ValidOf<typeof calls.countLeads>['query'];

const countAtMost = 10_000;

/** One page of the leads the actor may see, latest first. */
export async function listLeads(db: LeadsDb, actor: Actor, query: Query): Promise<Lead[]> {
  const order = sql`l.received_at desc, l.id desc`;
  // The ids come from the index alone; the wide rows are fetched only for this page.
  const { rows } = await sql<LeadRow>`
    with page as materialized (
      select l.id from leads l
      where ${matching(actor, query)} and ${listConditions(query)}
      order by ${order} limit ${query.limit})
    ${selectLeads} join page on page.id = l.id
    order by ${order}`.execute(db);
  return toLeads(db, rows);
}

/** Counts the leads that match, up to `countAtMost`. */
export async function countLeads(db: LeadsDb, actor: Actor, filters: Filters) {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from (
    select from leads l where ${matching(actor, filters)} and ${listConditions(filters)}
    limit ${countAtMost + 1}) counted`.execute(db);
  const count = rows[0]?.count ?? 0;
  return { count: Math.min(count, countAtMost), isMore: count > countAtMost };
}

type ListConditions = Pick<Query, 'status' | 'customerId' | 'before' | 'beforeId'>;

function listConditions({
  status,
  customerId,
  before,
  beforeId = 0,
}: ListConditions): RawBuilder<unknown> {
  const parts = [
    status && sql`l.status = ${status}`,
    customerId !== undefined &&
      sql`l.customer_id in (select id from customers where root_id = ${customerId})`,
    before !== undefined &&
      sql`(l.received_at, l.id) < (${new Date(before)}::timestamptz, ${beforeId})`,
  ].filter((part) => part !== undefined && part !== false);
  return parts.length > 0 ? sql.join(parts, sql` and `) : sql`true`;
}
