import { sql } from 'kysely';
import type { Department, Store } from '../../../../platform/contract/access.ts';
import type { Skipped } from '../../contract/shift.ts';
import type { AwaySource } from '../away.ts';
import { findWorkers, hasLeft, listWorkers, type Worker } from '../people.ts';
import { type AwaySpan, isAwayDuring } from '../rules/away.ts';
import { type Interval, wallSpanOf } from '../rules/times.ts';
import { datesOf } from '../shifts.ts';
import type { BatchResult, SchedulesDb } from '../tables.ts';

export interface NewShift extends Interval {
  userId: number;
  breakMinutes: number;
  role: string;
  note: string;
}

interface Insertion {
  batchId: number;
  store: Store;
  department: Department;
  shifts: readonly NewShift[];
  timezone: string;
  now: number;
  awayAmong: AwaySource;
}

const noOneAway: ReadonlyMap<number, readonly AwaySpan[]> = new Map();

/** Adds drafts for all who can work them, and says who was left out. */
export async function insertShifts(
  tx: SchedulesDb,
  { batchId, store, department, shifts, timezone, now, awayAmong }: Insertion,
): Promise<BatchResult> {
  const workers = new Map((await listWorkers(tx, store)).map((worker) => [worker.id, worker]));
  const dates = shifts.flatMap((shift) => datesOf(timezone, shift)).toSorted();
  const ids = [...new Set(shifts.map(({ userId }) => userId))];
  const [first, last] = [dates[0], dates.at(-1)];
  const away = first && last ? await awayAmong(tx, ids, first, last) : noOneAway;
  const others = await findWorkers(
    tx,
    ids.filter((id) => !workers.has(id)),
  );
  const skipped: Skipped[] = [];
  const skip = ({ userId, ...shift }: NewShift, reason: Skipped['reason']) => {
    const name = (workers.get(userId) ?? others.get(userId))?.name ?? '';
    const { date } = wallSpanOf(timezone, shift);
    skipped.push({ person: { id: userId, name }, date, reason });
  };
  const valid = shifts.filter((shift) => {
    const reason = obstacleOf(shift, workers.get(shift.userId), { away, timezone, now });
    if (reason) skip(shift, reason);
    return !reason;
  });
  const inserted = await insert(tx, { batchId, store, department }, valid);
  for (const shift of valid) {
    if (!inserted.has(`${shift.userId} ${shift.start}`)) skip(shift, 'planned');
  }
  return { added: inserted.size, skipped };
}

interface Circumstances {
  away: ReadonlyMap<number, readonly AwaySpan[]>;
  timezone: string;
  now: number;
}

function obstacleOf(
  shift: NewShift,
  worker: Worker | undefined,
  { away, timezone, now }: Circumstances,
): Skipped['reason'] | null {
  if (shift.end <= now) return 'past';
  const dates = datesOf(timezone, shift);
  if (dates.some((date) => hasLeft(worker, date))) return 'left';
  return isAwayDuring(away.get(shift.userId) ?? [], timezone, shift) ? 'away' : null;
}

/** Someone who already has a shift with that start keeps it. */
async function insert(
  tx: SchedulesDb,
  place: Pick<Insertion, 'batchId' | 'store' | 'department'>,
  shifts: readonly NewShift[],
): Promise<Set<string>> {
  if (shifts.length === 0) return new Set();
  const rows = await tx
    .insertInto('work_shifts')
    .values(
      shifts.map((shift) => ({
        batch_id: place.batchId,
        store: place.store,
        department: place.department,
        user_id: shift.userId,
        starts_at: new Date(shift.start),
        ends_at: new Date(shift.end),
        break_minutes: shift.breakMinutes,
        role: shift.role,
        note: shift.note,
      })),
    )
    .onConflict((at) =>
      at.columns(['user_id', 'starts_at']).where(sql<boolean>`removed_at is null`).doNothing(),
    )
    .returning(['user_id', 'starts_at'])
    .execute();
  return new Set(rows.map((row) => `${row.user_id} ${row.starts_at.getTime()}`));
}
