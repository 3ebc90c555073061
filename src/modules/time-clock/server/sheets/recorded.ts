import type { SheetPunch } from '../../contract/sheets.ts';
import type { ClockDb } from '../tables.ts';

/** All punches between two instants, including voided ones. */
export async function findRecorded(
  db: ClockDb,
  userId: number,
  { start, end }: { start: number; end: number },
): Promise<SheetPunch[]> {
  const rows = await db
    .selectFrom('time_punches as p')
    .leftJoin('time_voids as v', 'v.punch_id', 'p.id')
    .select([
      'p.id',
      'p.kind',
      'p.at',
      'p.recorded_at',
      'p.source',
      'p.device',
      'p.correction_id',
      'v.correction_id as voided_by',
    ])
    .where('p.user_id', '=', userId)
    .where('p.at', '>=', new Date(start))
    .where('p.at', '<', new Date(end))
    .orderBy('p.at')
    .orderBy('p.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    at: row.at.toISOString(),
    recordedAt: row.recorded_at.toISOString(),
    source: row.source,
    device: row.device,
    correctionId: row.correction_id,
    voidedBy: row.voided_by,
  }));
}
