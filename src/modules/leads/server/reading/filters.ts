import { type RawBuilder, sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { allOf } from '../../../../platform/server/records/queries.ts';
import { hasWords, recordsByCustomer, searchTerms } from '../../../customers/server/public.ts';
import type { getBoard } from '../../contract.ts';
import { storesOf } from '../policy.ts';
import { visibleTo } from './rows.ts';

type Filters = ValidOf<typeof getBoard>['query'];

/** Condition on `leads l`: visible to the actor and matching the filters. */
export function matching(actor: Actor, filters: Filters): RawBuilder<boolean> {
  const { store, whose, assigneeId, sourceId, type, q } = filters;
  return allOf([
    visibleTo(actor),
    store && sql`l.store = ${store}`,
    whose === 'mine' && sql`l.assignee_id = ${actor.userId}`,
    whose === 'unassigned' && sql`l.assignee_id is null`,
    assigneeId !== undefined && sql`l.assignee_id = ${assigneeId}`,
    sourceId !== undefined && sql`l.source_id = ${sourceId}`,
    type && sql`l.type = ${type}`,
    q !== '' && searched(q, storesOf(actor)),
  ]);
}

/**
 * By words of which each is of a vehicle of interest, its VIN or stock number, or belongs to the customer (name,
 * company, phone, email). A stock number is also found with spaces in it.
 */
function searched(typed: string, stores: readonly Store[]): RawBuilder<unknown> {
  const terms = searchTerms(typed);
  if (terms.length === 0) return sql`false`;
  const words = sql`r.search_text`;
  return sql`l.id in (
    (select r.id from leads r
      where ${hasWords(words, terms)} or ${hasWords(words, [terms.join('')])})
    union all ${recordsByCustomer(terms, { table: 'leads', words, openedAt: 'received_at', stores })})`;
}
