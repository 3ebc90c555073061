import { sql } from 'kysely';
import type { CalendarDate } from '../../../../platform/contract/wallTime.ts';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';

export interface Standing {
  classCode: string;
  /** Through which day; null: its period has not begun. */
  keepUntil: CalendarDate | null;
  held: boolean;
  /** Its destruction has begun, or it is gone: it must not be shown or handed out any more. */
  condemned: boolean;
}

/** How documents of a room stand, by what they are called there; what was never handed in is left out. */
export async function findStandings(
  db: Db<AnyTables>,
  source: string,
  sourceIds: readonly string[],
): Promise<Map<string, Standing>> {
  const { rows } = await sql<Standing & { sourceId: string }>`
    select i.source_id as "sourceId", s.class_code as "classCode",
      s.keep_until::text as "keepUntil", s.held, s.condemned
    from retained_items i join retained_states s on s.item_id = i.id
    where i.source = ${source} and i.source_id = any(${sourceIds}::text[])`.execute(db);
  return new Map(rows.map(({ sourceId, ...standing }) => [sourceId, standing]));
}
