import { sql } from 'kysely';
import { invalid } from '../../../platform/server/errors.ts';
import type { RecruitingDb } from './tables.ts';

const isEmployed = sql`u.is_active and not u.pending and u.deleted_at is null
  and u.protection is distinct from 'system_bot'`;

/** Everyone who works here, by name. */
export async function listStaffOfGroup(db: RecruitingDb): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select u.id, u.shown_name as name from users u where ${isEmployed}
    order by u.last_name, u.first_name, u.id`.execute(db);
  return rows;
}

/** The name of someone who works here; throws 400 for the field otherwise. */
export async function assertStaff(
  db: RecruitingDb,
  userId: number,
  field: string,
): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select u.shown_name as name from users u where u.id = ${userId} and ${isEmployed}`.execute(db);
  if (rows[0]) return rows[0].name;
  throw invalid('Choose someone who works here.', { [field]: 'Choose someone who works here' });
}
