import { type RawBuilder, sql } from 'kysely';
import { permits } from '../../../../platform/contract/access.ts';
import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { afterRow, allOf, countUpTo } from '../../../../platform/server/records/queries.ts';
import { listStaff, withProblems } from '../../../../platform/server/records/staff.ts';
import { inStores } from '../../../../platform/server/records/stores.ts';
import type { Lead } from '../../contract/lead.ts';
import { manageSources } from '../../contract/settings.ts';
import type * as calls from '../../contract.ts';
import type { Choices } from '../../contract.ts';
import type { LeadParts } from '../parts.ts';
import { canAssign, canSetClock, canWrite, storesOf } from '../policy.ts';
import { mayEditLeads } from '../routing/staff.ts';
import type { LeadsDb } from '../tables.ts';
import { matching } from './filters.ts';
import { type LeadRow, selectLeads, toLeads } from './rows.ts';

type Query = ValidOf<typeof calls.listLeads>['query'];
type Filters = ValidOf<typeof calls.countLeads>['query'];

/** One page of the leads the actor may see, latest first. */
export async function listLeads(db: LeadsDb, actor: Actor, query: Query): Promise<Lead[]> {
  const matches = await whereMatches(db, actor, query);
  const where = allOf([matches, afterRow(['l.received_at', 'l.id'], query)]);
  const order = sql`l.received_at desc, l.id desc`;
  // The ids come from the index alone; the wide rows are fetched only for this page.
  const { rows } = await sql<LeadRow>`
    with page as materialized (
      select l.id from leads l where ${where} order by ${order} limit ${query.limit})
    ${selectLeads} join page on page.id = l.id
    order by ${order}`.execute(db);
  return toLeads(db, rows);
}

/** Counts the leads that match, up to 10,000. */
export async function countLeads(db: LeadsDb, actor: Actor, filters: Filters) {
  const where = await whereMatches(db, actor, filters);
  return countUpTo(db, sql`from leads l where ${where}`);
}

/** The filters of the list, which are those of the board and three more. */
async function whereMatches(
  db: LeadsDb,
  actor: Actor,
  filters: Filters,
): Promise<RawBuilder<boolean>> {
  const { status, clock, customerId } = filters;
  return allOf([
    await matching(db, actor, filters),
    status && sql`l.status = ${status}`,
    clock && sql`l.is_waiting`,
    clock === 'overdue' && sql`l.due_at <= now()`,
    customerId !== undefined &&
      sql`l.customer_id in (select id from customers where root_id = ${customerId})`,
  ]);
}

/** The options of the lead form: the actor's stores, their staff and sources. */
export async function getChoices(
  db: LeadsDb,
  actor: Actor,
  { canCreateDeals, findSellingProblems }: LeadParts,
): Promise<Choices> {
  const stores = storesOf(actor);
  const sources = await db
    .selectFrom('lead_sources')
    .select(['id', 'name', 'store'])
    .where('is_active', '=', true)
    .where(inStores('store', stores))
    .orderBy('name')
    .orderBy('id')
    .execute();
  return {
    stores,
    staff: await withProblems(db, await listStaff(db, stores, mayEditLeads), findSellingProblems),
    sources,
    may: {
      write: canWrite(actor) && stores.length > 0,
      assign: canAssign(actor) && stores.length > 0,
      manageSources: permits(manageSources, actor),
      setClock: canSetClock(actor),
      createDeal: canCreateDeals(actor) && stores.length > 0,
    },
  };
}
