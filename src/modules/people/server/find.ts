import { type Kysely, sql } from 'kysely';
import type { AnyTables } from '../../../platform/server/db/database.ts';
import { type PersonRow, people } from './tables.ts';

/** Anybody there ever was: who has been deleted has `deleted_at`, and keeps the name on what they wrote. */
export async function findPersonById(db: Kysely<AnyTables>, id: number): Promise<PersonRow | null> {
  const [row] = await findPeopleByIds(db, [id]);
  return row ?? null;
}

/**
 * The record, held against other changes until the transaction ends; null where there never was such a
 * person. Everything that acts on one account takes this lock first, so that the acts follow one another.
 */
export async function lockPerson(tx: Kysely<AnyTables>, id: number): Promise<PersonRow | null> {
  const row = await people(tx)
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** In no order; ids nobody has are missing from the answer, deleted people are not. */
export async function findPeopleByIds(
  db: Kysely<AnyTables>,
  ids: readonly number[],
): Promise<PersonRow[]> {
  return people(db)
    .selectFrom('users')
    .selectAll()
    .where('id', '=', sql<number>`any(${ids}::integer[])`)
    .execute();
}

/** Whom a person means at sign-in, in any case of letters; never somebody deleted. */
export async function findByUsernameOrEmail(
  db: Kysely<AnyTables>,
  name: string,
): Promise<PersonRow | null> {
  const row = await people(db)
    .selectFrom('users')
    .selectAll()
    .where(sql<boolean>`(lower(username) = lower(${name}) or email = lower(${name}))`)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}
