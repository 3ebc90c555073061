import { sql } from 'kysely';
import type { View } from '../../contract/views.ts';
import type { ReportsDb } from '../tables.ts';

const atMost = 20;

/** Restricts users `u` to those who may read reports (as `canRead`) and have a confirmed email address. */
export const readsReports = sql<boolean>`(u.is_active and not u.pending and u.deleted_at is null
  and u.protection is distinct from 'system_bot' and u.email <> '' and u.email_confirmed_at is not null
  and u.page_permissions && array['reports', 'all']
  and u.feature_permissions && array['view_data', 'full_access', 'all'])`;

/** People for whom every word of `q` is the start of a name; sorted by name. */
export async function listRecipients(db: ReportsDb, q: string): Promise<View['owner'][]> {
  const words = q
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const { rows } = await sql<View['owner']>`
    select u.id, u.shown_name as name from users u
    where ${readsReports} and not exists (select from unnest(${words}::text[]) word
      where not starts_with(lower(u.first_name), word) and not starts_with(lower(u.last_name), word)
        and not starts_with(lower(u.username), word))
    order by lower(u.last_name), lower(u.first_name), u.id limit ${atMost}`.execute(db);
  return rows;
}

/** Those of these people who may receive reports. */
export async function recipientsAmong(
  db: ReportsDb,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select u.id from users u where u.id = any(${ids}::integer[]) and ${readsReports}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
