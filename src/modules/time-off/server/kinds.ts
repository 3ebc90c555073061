import type { Kind } from '../contract.ts';
import type { TimeOffDb } from './tables.ts';

/** All kinds, in their order, also those out of use. */
export async function findKinds(db: TimeOffDb): Promise<Kind[]> {
  const rows = await db
    .selectFrom('time_off_kinds')
    .selectAll()
    .orderBy('position')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    mark: row.mark,
    tone: row.tone,
    isPaid: row.is_paid,
    hasBalance: row.has_balance,
    needsApproval: row.needs_approval,
    hidesReason: row.hides_reason,
    overdraw: row.overdraw,
    isActive: row.is_active,
    version: row.version,
  }));
}
