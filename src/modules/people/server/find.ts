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

/**
 * Whom a person means at sign-in, in any case of letters; never somebody deleted. An address stands only for the
 * account that has confirmed it.
 */
export async function findByUsernameOrEmail(
  db: Kysely<AnyTables>,
  name: string,
): Promise<PersonRow | null> {
  const row = await people(db)
    .selectFrom('users')
    .selectAll()
    .where(sql<boolean>`(lower(username) = lower(${name})
      or email = lower(${name}) and email_confirmed_at is not null)`)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/** Everybody with role admin who can sign in, by id: whom security notices of the whole group go to. */
export async function listAdministrators(db: Kysely<AnyTables>): Promise<PersonRow[]> {
  return people(db)
    .selectFrom('users')
    .selectAll()
    .where('role', '=', 'admin')
    .where('is_active', '=', true)
    .where('pending', '=', false)
    .where('deleted_at', 'is', null)
    .where('protection', 'is distinct from', 'system_bot')
    .orderBy('id')
    .execute();
}

/** Whether an address, in any case of letters, is that of an account that may sign in. */
export async function isStaffAddress(db: Kysely<AnyTables>, email: string): Promise<boolean> {
  const row = await people(db)
    .selectFrom('users')
    .select('id')
    .where('email', '=', email.toLowerCase())
    .where('is_active', '=', true)
    .where('pending', '=', false)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}
