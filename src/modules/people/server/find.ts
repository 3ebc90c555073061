import { type Kysely, sql } from 'kysely';
import type { AnyTables } from '../../../platform/server/db/database.ts';
import { type PersonRow, people } from './tables.ts';

/** Includes deleted people, who have `deleted_at`: their name stays on what they wrote. */
export async function findPersonById(db: Kysely<AnyTables>, id: number): Promise<PersonRow | null> {
  const [row] = await findPeopleByIds(db, [id]);
  return row ?? null;
}

/**
 * The record, locked until the transaction ends; null if it never existed. Every change of an account takes
 * this lock first, so that changes run one after the other.
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

/** In no particular order; unknown ids are missing from the result, deleted people are not. */
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
 * Finds the account of a sign-in name, case-insensitive; never a deleted one. An email address matches only
 * the account that has confirmed it.
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

/** Everyone with role admin who can sign in, by id: the recipients of security notifications of the group. */
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

/** Whether an email address, case-insensitive, belongs to an account that may sign in. */
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
