import { type RawBuilder, sql } from 'kysely';
import type { CalendarDate } from '../../../../platform/contract/wallTime.ts';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';

export interface RetentionStatus {
  classCode: string;
  className: string;
  /** When what its period starts from happened; null: not yet. */
  eventDate: CalendarDate | null;
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
    select i.source_id as "sourceId", s.class_code as "classCode", c.name as "className",
      i.event_date::text as "eventDate",
      s.keep_until::text as "keepUntil", s.held, s.condemned
    from retained_items i join retained_states s on s.item_id = i.id
    join retention_classes c on c.code = i.class_code
    where i.source = ${source} and i.source_id = any(${sourceIds}::text[])`.execute(db);
  return new Map(rows.map(({ sourceId, ...status }) => [sourceId, status]));
}

/** Condition: a hold in force names one of these subjects, as the view `retained_states` decides. */
export const isOnHold = (subjects: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`
  exists (select from legal_hold_subjects s where s.subject = any(${subjects})
    and not exists (select from legal_hold_releases r where r.hold_id = s.hold_id))`;

/**
 * Condition: the destruction of the document of `source` with this id, a column such as `d.id`, has started or
 * finished.
 */
export const isCondemned = (source: string, id: string): RawBuilder<boolean> => sql<boolean>`
  exists (select from retained_items i where i.source = ${source}
    and i.source_id = ${sql.ref(id)}::text and i.condemned_at is not null)`;
