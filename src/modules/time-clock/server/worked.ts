import { sql } from 'kysely';
import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import { shiftsOf } from './hours/sequence.ts';
import { findCounted } from './punches.ts';
import type { ClockDb } from './tables.ts';

/** Time on the clock from a clock-in on, in milliseconds; `end` is null while it runs, or if it was forgotten. */
interface WorkedShift {
  start: number;
  end: number | null;
  forgotten: boolean;
}

/** The shifts on the clock of these people that overlap `from` to `to`, in order, by person. */
export async function findWorked(
  db: Db<AnyTables>,
  ids: readonly number[],
  { from, to, now }: { from: number; to: number; now: number },
): Promise<Map<number, WorkedShift[]>> {
  const counted = await findCounted(db as ClockDb, ids, from, to);
  return new Map(
    [...counted].map(([id, punches]) => [
      id,
      shiftsOf(punches, now)
        .filter(({ end }) => end === null || end > from)
        .map(({ start, end, forgotten }) => ({ start, end, forgotten })),
    ]),
  );
}

/** Who of these people has used the clock since then; for others a missing punch says nothing. */
export async function findClockUsers(
  db: Db<AnyTables>,
  ids: readonly number[],
  since: Date,
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select person.id from unnest(${ids}::integer[]) as person (id)
    where exists (select from time_effective e where e.user_id = person.id and e.at >= ${since})`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}
