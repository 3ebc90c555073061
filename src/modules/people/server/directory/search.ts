import { type Kysely, sql } from 'kysely';
import type { PeopleTables, PersonRow } from '../tables.ts';

/** What to look for, and among whom. */
export interface Search {
  /** Blank finds everybody. */
  text: string;
  /** Whether those who wait for approval are found too. */
  withPending: boolean;
}

/** Up to here hits are gathered and sorted; of more than that a page is met soon on the way by name. */
const fewHits = 5_000;

function matching(db: Kysely<PeopleTables>, { text, withPending }: Search) {
  // `%` and `_` are letters like any other.
  const literal = text.replace(/\s+/g, ' ').replace(/[\\%_]/g, '\\$&');
  return db
    .selectFrom('users')
    .where('deleted_at', 'is', null)
    .$if(!withPending, (query) => query.where('pending', '=', false))
    .$if(text !== '', (query) =>
      query.where(sql<boolean>`search_text like '%' || folded(${literal}) || '%'`),
    );
}

export async function countMatching(db: Kysely<PeopleTables>, search: Search): Promise<number> {
  const { count } = await matching(db, search)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** So many of the people found, by name, past the first `offset`; `count` is how many there are. */
export async function findSlice(
  db: Kysely<PeopleTables>,
  search: Search,
  { limit, offset }: { limit: number; offset: number },
  count: number,
): Promise<PersonRow[]> {
  if (offset >= count) return [];
  const found = matching(db, search).select(['id', 'last_name', 'first_name']);
  // Materialized, or the planner walks through all names for the sake of the order.
  const hits =
    search.text !== '' && count <= fewHits
      ? db.with(
          (cte) => cte('hits').materialized(),
          () => found,
        )
      : db.with(
          (cte) => cte('hits').notMaterialized(),
          () => found,
        );
  const page = hits
    .selectFrom('hits')
    .select('id')
    .orderBy(sql`lower(last_name), lower(first_name), id`)
    .limit(limit)
    .offset(offset);
  return db
    .selectFrom(page.as('page'))
    .innerJoin('users', 'users.id', 'page.id')
    .selectAll('users')
    .orderBy(sql`lower(users.last_name), lower(users.first_name), users.id`)
    .execute();
}
