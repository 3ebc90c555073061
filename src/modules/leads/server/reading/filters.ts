import { type RawBuilder, sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { allOf } from '../../../../platform/server/records/queries.ts';
import { describesAll, recordsByCustomer, searchTerms } from '../../../customers/server/public.ts';
import type { getBoard } from '../../contract.ts';
import { storesOf } from '../policy.ts';
import type { LeadsDb } from '../tables.ts';
import { visibleTo } from './rows.ts';

type Filters = ValidOf<typeof getBoard>['query'];

/** Condition on `leads l`: visible to the actor and matching the filters. */
export async function matching(
  db: LeadsDb,
  actor: Actor,
  filters: Filters,
): Promise<RawBuilder<boolean>> {
  const { store, whose, assigneeId, sourceId, type, q } = filters;
  return allOf([
    visibleTo(actor),
    store && sql`l.store = ${store}`,
    whose === 'mine' && sql`l.assignee_id = ${actor.userId}`,
    whose === 'unassigned' && sql`l.assignee_id is null`,
    assigneeId !== undefined && sql`l.assignee_id = ${assigneeId}`,
    sourceId !== undefined && sql`l.source_id = ${sourceId}`,
    type && sql`l.type = ${type}`,
    q !== '' && (await searched(db, q, storesOf(actor))),
  ]);
}

/**
 * By words of which each is of a vehicle of interest, its VIN or stock number, or belongs to the customer (name,
 * company, phone, email). A stock number is also found with spaces in it.
 */
async function searched(
  db: LeadsDb,
  typed: string,
  stores: readonly Store[],
): Promise<RawBuilder<unknown>> {
  const terms = searchTerms(typed);
  if (terms.length === 0) return sql`false`;
  const ofCustomers = recordsByCustomer(terms, { table: 'leads', openedAt: 'received_at', stores });
  // Found first, so that the leads of a word in most of them can be read in their order, until the page is full.
  const { rows } = await sql<{ id: number }>`select id from ${ofCustomers} found`.execute(db);
  return sql`(${describesAll('l.search_text', terms)}
    or ${describesAll('l.search_text', [terms.join('')])}
    or l.id = any(${rows.map(({ id }) => id)}::integer[]))`;
}
