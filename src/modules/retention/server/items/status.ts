import { sql } from 'kysely';
import type { CalendarDate } from '../../../../platform/contract/wallTime.ts';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';

export interface RetentionStatus {
  classCode: string;
  /** The last day it is kept; null: its period has not started. */
  keepUntil: CalendarDate | null;
  held: boolean;
  /** Its destruction has started or finished: it must not be shown or served. */
  condemned: boolean;
}

/** Retention state of a module's documents, by its own ids; unknown ids are left out. */
export async function findRetentionStatuses(
  db: Db<AnyTables>,
  source: string,
  sourceIds: readonly string[],
): Promise<Map<string, RetentionStatus>> {
  const { rows } = await sql<RetentionStatus & { sourceId: string }>`
    select i.source_id as "sourceId", s.class_code as "classCode",
      s.keep_until::text as "keepUntil", s.held, s.condemned
    from retained_items i join retained_states s on s.item_id = i.id
    where i.source = ${source} and i.source_id = any(${sourceIds}::text[])`.execute(db);
  return new Map(rows.map(({ sourceId, ...status }) => [sourceId, status]));
}
