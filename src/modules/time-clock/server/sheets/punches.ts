import { sql } from 'kysely';
import type { PunchKind } from '../../contract.ts';
import type { ClockDb } from '../tables.ts';

/** A punch that counts toward hours. */
export interface CountedPunch {
  user_id: number;
  id: number;
  kind: PunchKind;
  at: number;
}

type Row = Omit<CountedPunch, 'at'> & { at: Date };

/**
 * The counted punches of all shifts that overlap `start` to `end`, by person: from the last clock-in before to
 * the first one after.
 */
export async function findCounted(
  db: ClockDb,
  userIds: readonly number[],
  start: number,
  end: number,
): Promise<Map<number, CountedPunch[]>> {
  const { rows } = await sql<Row>`
    select p.user_id, p.id, p.kind, p.at
    from unnest(${userIds}::integer[]) as person (id)
    cross join lateral (
      select
        coalesce((select max(at) from time_effective e where e.user_id = person.id
          and e.kind = 'clock_in' and e.at < ${new Date(start)}), '-infinity') as first,
        coalesce((select min(at) from time_effective e where e.user_id = person.id
          and e.kind = 'clock_in' and e.at >= ${new Date(end)}), 'infinity') as last
    ) as bounds
    join time_effective p on p.user_id = person.id and p.at >= bounds.first and p.at < bounds.last
    order by p.user_id, p.at`.execute(db);
  return Map.groupBy(
    rows.map((row) => ({ ...row, at: row.at.getTime() })),
    ({ user_id }) => user_id,
  );
}
