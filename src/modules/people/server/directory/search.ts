import { type Kysely, sql } from 'kysely';
import type { PeopleTables, PersonRow } from '../tables.ts';

/** A search of the directory. */
export interface Search {
  /** Empty finds everyone. */
  text: string;
  /** Whether pending people are included. */
  withPending: boolean;
}

export interface Found {
  count: number;
  /** All ids by name, if there are few. */
  ids: number[] | null;
}

/**
 * Up to this many, matches are collected and sorted; with more, walking the name index reaches a page quickly.
 */
const fewHits = 2_000;

const byName = sql`lower(last_name), lower(first_name), id`;

function matching(db: Kysely<PeopleTables>, { text, withPending }: Search) {
  // Escape `%` and `_`.
  const literal = text.replace(/\s+/g, ' ').replace(/[\\%_]/g, '\\$&');
  return db
    .selectFrom('users')
    .where('deleted_at', 'is', null)
    .$if(!withPending, (query) => query.where('pending', '=', false))
    .$if(text !== '', (query) =>
      query.where(sql<boolean>`search_text like '%' || folded(${literal}) || '%'`),
    );
}

export async function findMatching(db: Kysely<PeopleTables>, search: Search): Promise<Found> {
  return (
    db
      // Materialized: searched once, instead of walking all names because of the order.
      .with(
        (cte) => cte('hits').materialized(),
        () => matching(db, search).select(['id', 'last_name', 'first_name']),
      )
      .selectFrom('hits')
      .select([
        sql<number>`count(*)`.as('count'),
        sql<number[] | null>`case when count(*) <= ${sql.lit(fewHits)}
          then array(select id from hits order by ${byName}) end`.as('ids'),
      ])
      .executeTakeFirstOrThrow()
  );
}

/** Up to `limit` of the matches, by name, after the first `offset`. */
export async function findSlice(
  db: Kysely<PeopleTables>,
  search: Search,
  { count, ids }: Found,
  { limit, offset }: { limit: number; offset: number },
): Promise<PersonRow[]> {
  if (offset >= count) return [];
  const page = ids
    ? matching(db, { ...search, text: '' })
        .select('id')
        .where('id', '=', sql<number>`any(${ids.slice(offset, offset + limit)}::integer[])`)
    : matching(db, search).select('id').orderBy(byName).limit(limit).offset(offset);
  return db
    .selectFrom(page.as('page'))
    .innerJoin('users', 'users.id', 'page.id')
    .selectAll('users')
    .orderBy(sql`lower(users.last_name), lower(users.first_name), users.id`)
    .execute();
}
