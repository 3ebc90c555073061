import { type Kysely, sql } from 'kysely';
import type { AnswerOf, ValidOf } from '../../../platform/contract/endpoint.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import type { listUsers } from '../contract.ts';
import { manages } from './policy.ts';
import { toPerson, toUser } from './records.ts';
import type { PeopleTables } from './tables.ts';

/** One page of the people this actor may know of, by last name. */
export async function listPeople(
  db: Kysely<PeopleTables>,
  actor: Actor,
  { search, page, limit }: ValidOf<typeof listUsers>['query'],
): Promise<AnswerOf<typeof listUsers>> {
  const matching = visibleTo(db, actor).$if(search !== '', (q) => q.where(mentions(search)));
  const [{ count }, rows] = await Promise.all([
    matching.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow(),
    matching
      .selectAll()
      .orderBy(sql`lower(last_name), lower(first_name), id`)
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
  ]);
  const pagination = { current: page, total: Math.ceil(count / limit), limit, totalUsers: count };
  return { users: rows.map(manages(actor) ? toUser : toPerson), pagination };
}

/** Nobody lists the deleted; who waits for approval is seen by those who can approve. */
function visibleTo(db: Kysely<PeopleTables>, actor: Actor) {
  return db
    .selectFrom('users')
    .where('deleted_at', 'is', null)
    .$if(!manages(actor), (query) => query.where('pending', '=', false));
}

/** By position, not LIKE: `%` and `_` are letters like any other. A match never spans two fields. */
function mentions(search: string) {
  return sql<boolean>`strpos(lower(concat_ws(chr(10), first_name || ' ' || last_name, username, email,
    department, replace(department, '_', ' '))), lower(${search})) > 0`;
}
