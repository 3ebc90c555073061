import { type RawBuilder, sql } from 'kysely';
import type { CalendarDate } from '../../../../platform/contract/wallTime.ts';
import { batchMaxItems, type DueItem } from '../../contract/disposition.ts';
import { getToday } from '../periods/dates.ts';
import type { RetentionDb } from '../tables.ts';

interface DueRow {
  id: number;
  title: string;
  class_name: string;
  event_date: string;
  keep_until: string;
  files: number;
  bytes: number;
  fate: DueItem['fate'];
  batch_id: number | null;
}

/** Whether the batch of item `d` is undecided, or approved but not finished. */
export const isOpen = sql`(not exists (select from disposition_decisions e
    where e.batch_id = d.batch_id and e.decision <> 'approved')
  and not exists (select from disposition_completions where batch_id = d.batch_id))`;

/**
 * The outcome of a due item: the one rule for the dry run and the destruction. A hold comes first; anything still
 * within its period is kept.
 */
export const verdictOn = (today: CalendarDate): RawBuilder<'held' | 'kept' | 'condemned'> =>
  sql`case when s.held then 'held'
    when s.keep_until is null or s.keep_until >= ${today}::date then 'kept'
    else 'condemned' end`;

/**
 * The longest due of each class, `s`: within a class the earliest event falls due first, so that no more is read
 * than a batch takes.
 */
export const longestDue = (through: CalendarDate, which = sql`true`) => sql`
  retention_classes c cross join lateral (
    select s.* from retained_states s
    where s.class_code = c.code and not s.condemned and s.keep_until <= ${through}::date
      -- Narrows to what the index can find; the exact day is decided above.
      and s.event_date <= ${through}::date + 2 - make_interval(years => c.years) and ${which}
    order by s.event_date limit ${sql.lit(batchMaxItems)}) s`;

/** Items whose period ends on or before that day, the longest due first, at most one batch. */
export async function listDue(db: RetentionDb, through: CalendarDate): Promise<DueItem[]> {
  // Listed ahead of time: would be destroyed by then if nothing changes.
  const fate = sql`case when s.held then 'held' else 'destroy' end`;
  return describeItems(db, longestDue(through), fate);
}

/** The items of a batch, with the outcome of each now or as it happened. */
export async function tryBatch(db: RetentionDb, batchId: number): Promise<DueItem[]> {
  const today = await getToday(db);
  return describeItems(
    db,
    sql`disposition_items d join retained_states s on s.item_id = d.item_id and d.batch_id = ${batchId}
      left join disposition_verdicts v on v.item_id = d.item_id and v.batch_id = d.batch_id`,
    sql`case coalesce(v.verdict, ${verdictOn(today)})
      when 'held' then 'held' when 'kept' then 'kept'
      else case when exists (select from destruction_register g where g.item_id = s.item_id)
        then 'destroyed' else 'destroy' end end`,
  );
}

async function describeItems(
  db: RetentionDb,
  from: RawBuilder<unknown>,
  fate: RawBuilder<unknown>,
): Promise<DueItem[]> {
  const { rows } = await sql<DueRow>`
    select i.id, i.title, named.name as class_name, i.event_date::text, s.keep_until::text,
      f.files, f.bytes, ${fate} as fate,
      (select d.batch_id from disposition_items d where d.item_id = i.id and ${isOpen}) as batch_id
    from ${from}
    join retained_items i on i.id = s.item_id
    join retention_classes named on named.code = i.class_code
    cross join lateral (select count(*) as files, coalesce(sum(size_bytes), 0)::bigint as bytes
      from retained_files where item_id = i.id) f
    order by s.keep_until, i.id limit ${batchMaxItems}`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    className: row.class_name,
    eventDate: row.event_date,
    keepUntil: row.keep_until,
    files: row.files,
    sizeBytes: row.bytes,
    fate: row.fate,
    batchId: row.batch_id,
  }));
}
