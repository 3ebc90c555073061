import { sql } from 'kysely';
import type { AnyTables, Db } from '../../../platform/server/db/database.ts';

/** Someone without a published shift for this long is not scheduled here, and nothing is known about them. */
const scheduledWithinDays = 14;

/**
 * Who of these people is outside their published shifts, with the start of the next one; null if none is planned yet.
 * Those who are not scheduled here are missing.
 */
export async function findOffShift(
  db: Db<AnyTables>,
  ids: readonly number[],
  now: Date,
): Promise<Map<number, Date | null>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: number; next: Date | null }>`
    select person.id, min(s.starts_at) filter (where s.starts_at > ${now}) as next
    from unnest(${ids}::integer[]) as person (id)
    join work_shifts s on s.user_id = person.id and s.removed_at is null
      and s.published_at is not null
      and s.starts_at > ${now}::timestamptz - make_interval(days => ${scheduledWithinDays})
      and s.starts_at < ${now}::timestamptz + make_interval(days => ${scheduledWithinDays})
    group by person.id
    having not bool_or(s.starts_at <= ${now} and s.ends_at > ${now})`.execute(db);
  return new Map(rows.map(({ id, next }) => [id, next]));
}
