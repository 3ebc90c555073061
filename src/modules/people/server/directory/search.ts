import { type Kysely, type RawBuilder, sql } from 'kysely';
import { roles } from '../../../../platform/contract/access.ts';
import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import type { listUsers } from '../../contract.ts';
import type { PeopleTables, PersonRow } from '../tables.ts';

type Query = ValidOf<typeof listUsers>['query'];

/** A search of the directory. */
export interface Search extends Pick<Query, 'role' | 'department' | 'store' | 'state' | 'sort'> {
  /** Empty finds everyone. */
  text: string;
  /** Whether pending people are included. */
  withPending: boolean;
}

export interface Found {
  count: number;
  /** All ids in their order, if there are few. */
  ids: number[] | null;
}

/** Whether nothing is searched for. */
export const isEveryone = ({ text, role, department, store, state }: Search): boolean =>
  text === '' && !role && !department && !store && !state;

/**
 * Up to this many, matches are collected and sorted; with more, walking the name index reaches a page quickly.
 */
const fewHits = 2_000;

const sortedBy = ['id', 'last_name', 'first_name', 'role', 'last_login_at'] as const;
const byName = sql`lower(last_name), lower(first_name), id`;
const orders: Record<Search['sort'], RawBuilder<unknown>> = {
  name: byName,
  '-role': sql`array_position(${roles}::text[], role) desc, ${byName}`,
  '-lastLogin': sql`last_login_at desc nulls last, ${byName}`,
  lastLogin: sql`last_login_at nulls first, ${byName}`,
};

const isBot = sql<boolean>`protection is not distinct from 'system_bot'`;
const states = {
  active: sql<boolean>`is_active and not pending`,
  disabled: sql<boolean>`not is_active and not pending`,
  waiting: sql<boolean>`pending`,
};

function matching(db: Kysely<PeopleTables>, search: Search) {
  const { text, role, department, store, state, withPending } = search;
  // Escape `%` and `_`.
  const literal = text.replace(/\s+/g, ' ').replace(/[\\%_]/g, '\\$&');
  return (
    db
      .selectFrom('users')
      .where('deleted_at', 'is', null)
      .$if(!withPending, (query) => query.where('pending', '=', false))
      // The role of a bot is not shown.
      .$if(role !== undefined, (query) =>
        query.where(sql<boolean>`role = ${role} and not ${isBot}`),
      )
      .$if(department !== undefined, (query) => query.where('department', '=', department ?? null))
      .$if(store !== undefined, (query) =>
        query.where(sql<boolean>`store_access && array[${store}, 'all']`),
      )
      .$if(state !== undefined, (query) => query.where(states[state ?? 'active']))
      .$if(text !== '', (query) =>
        query.where(sql<boolean>`search_text like '%' || folded(${literal}) || '%'`),
      )
  );
}

export async function findMatching(db: Kysely<PeopleTables>, search: Search): Promise<Found> {
  return (
    db
      // Materialized: searched once, instead of walking all names because of the order.
      .with(
        (cte) => cte('hits').materialized(),
        () => matching(db, search).select(sortedBy),
      )
      .selectFrom('hits')
      .select([
        sql<number>`count(*)`.as('count'),
        sql<number[] | null>`case when count(*) <= ${sql.lit(fewHits)}
          then array(select id from hits order by ${orders[search.sort]}) end`.as('ids'),
      ])
      .executeTakeFirstOrThrow()
  );
}

/** Up to `limit` of the matches, in their order, after the first `offset`. */
export async function findSlice(
  db: Kysely<PeopleTables>,
  search: Search,
  { count, ids }: Found,
  { limit, offset }: { limit: number; offset: number },
): Promise<PersonRow[]> {
  if (offset >= count) return [];
  const order = orders[search.sort];
  const page = ids
    ? matching(db, { withPending: search.withPending, sort: search.sort, text: '' })
        .select('id')
        .where('id', '=', sql<number>`any(${ids.slice(offset, offset + limit)}::integer[])`)
    : matching(db, search).select('id').orderBy(order).limit(limit).offset(offset);
  return db.selectFrom('users').selectAll().where('id', 'in', page).orderBy(order).execute();
}
