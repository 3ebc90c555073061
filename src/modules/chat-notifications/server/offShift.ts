import type { AnyTables, Db } from '../../../platform/server/db/database.ts';

/**
 * Who of these people is outside their planned shifts, with the start of the next one (null: none is planned). People
 * who are not scheduled are missing.
 */
export type OffShiftSource = (
  db: Db<AnyTables>,
  ids: readonly number[],
  now: Date,
) => Promise<ReadonlyMap<number, Date | null>>;

// Schedules are a higher layer. A function without state, so several servers of one process may share it.
let source: OffShiftSource = async () => new Map();

export function followSchedules(given: OffShiftSource): void {
  source = given;
}

export const findOffShift: OffShiftSource = (db, ids, now) => source(db, ids, now);

export function offShiftOf(
  found: ReadonlyMap<number, Date | null>,
  id: number,
): { until: Date | null } | null {
  const until = found.get(id);
  return until === undefined ? null : { until };
}
