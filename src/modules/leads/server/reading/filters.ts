import { type RawBuilder, sql } from 'kysely';
import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { allOf, escapeLike } from '../../../../platform/server/records/queries.ts';
import type { getBoard } from '../../contract.ts';
import { visibleTo } from './rows.ts';

type Filters = ValidOf<typeof getBoard>['query'];

/** The most leads a search looks at by customer name. */
const searchAtMost = 500;

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
    q !== '' && searched(q),
  ]);
}

/** By vehicle description, stock number or customer name. */
function searched(typed: string): RawBuilder<unknown> {
  const pattern = escapeLike(typed);
  return sql`l.id in (
    (select id from leads where search_text like '%' || folded(${pattern}) || '%')
    union all (select o.id from customers c
      join customers m on m.root_id = c.id
      join leads o on o.customer_id = m.id
      where c.merged_into_id is null and c.search_text like '%' || folded(${pattern}) || '%'
      order by o.received_at desc limit ${searchAtMost}))`;
}
