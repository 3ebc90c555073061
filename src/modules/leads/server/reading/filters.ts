import { type RawBuilder, sql } from 'kysely';
import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { getBoard } from '../../contract.ts';
import { storesOf } from '../policy.ts';
import { inStores } from './rows.ts';

type Filters = ValidOf<typeof getBoard>['query'];

/** So many leads of customers with what was typed in their names are looked at. */
const namedAtMost = 500;

/** Of `leads l`, those the actor may see and asks for. */
export function matching(actor: Actor, asked: Filters): RawBuilder<boolean> {
  const { store, whose, assigneeId, sourceId, type, q } = asked;
  const parts: (RawBuilder<unknown> | false | undefined)[] = [
    inStores(storesOf(actor)),
    store && sql`l.store = ${store}`,
    whose === 'mine' && sql`l.assignee_id = ${actor.userId}`,
    whose === 'unassigned' && sql`l.assignee_id is null`,
    assigneeId !== undefined && sql`l.assignee_id = ${assigneeId}`,
    sourceId !== undefined && sql`l.source_id = ${sourceId}`,
    type && sql`l.type = ${type}`,
    q !== '' && named(q),
  ];
  const given = parts.filter((part) => part !== undefined && part !== false);
  return sql`(${sql.join(given, sql` and `)})`;
}

/** By words of a car, its stock number, or the customer’s name. */
function named(typed: string): RawBuilder<unknown> {
  const words = typed.replace(/[\\%_]/g, '\\$&');
  return sql`l.id in (
    (select id from leads where search_text like '%' || folded(${words}) || '%')
    union all (select o.id from customers c
      join customers m on m.root_id = c.id
      join leads o on o.customer_id = m.id
      where c.merged_into_id is null and c.search_text like '%' || folded(${words}) || '%'
      order by o.received_at desc limit ${namedAtMost}))`;
}
