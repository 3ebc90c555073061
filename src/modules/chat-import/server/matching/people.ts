import { type Kysely, sql } from 'kysely';
import type { ExportedPerson } from '../../contract.ts';
import type { ChatImportTables } from '../tables.ts';

/** A person of an export, with their current match. */
export interface Matched extends ExportedPerson {
  handle: string;
  username: string | null;
}

export type People = ReadonlyMap<string, Matched>;

/** Employees that can be matched: no bots, and no one who has left. */
export const isHere = sql<boolean>`u.is_active and not u.pending and u.deleted_at is null
  and u.protection is distinct from 'system_bot'`;

/** By their id in the export, in order. Anyone who has left is no longer matched. */
export async function findPeople(
  db: Kysely<ChatImportTables>,
  importId: number,
): Promise<Map<string, Matched>> {
  const { rows } = await sql<Matched>`
    select p.source_id as "sourceId", p.name, p.handle, p.email, p.message_count as messages,
      u.id as "userId", u.shown_name as "userName", u.username,
      case when u.id is not null then p.matched_by end as "matchedBy"
    from chat_import_people p left join users u on u.id = p.user_id and ${isHere}
    where p.import_id = ${importId} order by p.place`.execute(db);
  return new Map(rows.map((row) => [row.sourceId, row]));
}
