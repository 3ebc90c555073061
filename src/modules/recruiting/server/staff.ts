import { sql } from 'kysely';
import { invalid } from '../../../platform/server/errors.ts';
import type { RecruitingDb } from './tables.ts';

/** The name of someone who works here; throws 400 for the field otherwise. */
export async function assertStaff(
  db: RecruitingDb,
  userId: number,
  field: string,
): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select u.shown_name as name from users u
    where u.id = ${userId} and u.is_active and not u.pending and u.deleted_at is null
      and u.protection is distinct from 'system_bot'`.execute(db);
  if (rows[0]) return rows[0].name;
  throw invalid('Choose someone who works here.', { [field]: 'Choose someone who works here' });
}
