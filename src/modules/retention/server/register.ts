import { sql } from 'kysely';
import { dateAt, offsetTimeAt } from '../../../platform/contract/wallTime.ts';
import { csvFile } from '../../../platform/server/http/files/csvFile.ts';
import type { Handler } from '../../../platform/server/http/routes.ts';
import { recordActivity } from '../../activity/server/public.ts';
import { getTimezone } from '../../organization/server/public.ts';
import type * as calls from '../contract/disposition.ts';
import type { RegisterEntry } from '../contract/disposition.ts';
import type { RetentionDb } from './tables.ts';

const exportMaxEntries = 50_000;

/** Newest first; the next page starts before the last id of this one. */
export async function listRegister(
  db: RetentionDb,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<RegisterEntry[]> {
  const rows = await db
    .selectFrom('destruction_register')
    .selectAll()
    .select([
      sql<string>`event_date::text`.as('event_date'),
      sql<string>`keep_until::text`.as('keep_until'),
    ])
    .$if(before !== undefined, (q) => q.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    batchId: row.batch_id,
    title: row.title,
    className: row.class_name,
    eventDate: row.event_date,
    keepUntil: row.keep_until,
    sha256: row.sha256.toString('hex'),
    sizeBytes: row.size_bytes,
    preparedBy: row.prepared_by_name,
    approvedBy: row.approved_by_name,
    destroyedAt: row.destroyed_at.toISOString(),
  }));
}

/** The order of these columns must not change: consumers read them by position. */
const columns = [
  'id',
  'batchId',
  'title',
  'className',
  'eventDate',
  'keepUntil',
  'sha256',
  'sizeBytes',
  'preparedBy',
  'approvedBy',
  'destroyedAt',
] as const;
const headings = [
  'Id',
  'Batch',
  'Document',
  'Class',
  'Period began',
  'Kept until',
  'SHA-256',
  'Bytes',
  'Prepared by',
  'Approved by',
  'Destroyed at',
];

export function exportRegister(db: RetentionDb): Handler<typeof calls.exportRegister> {
  return async ({ actor, ip }) => {
    const entries = await listRegister(db, { limit: exportMaxEntries });
    await recordActivity(db, {
      actor,
      action: 'retention.register_exported',
      subject: { type: 'retention', id: null, name: `${entries.length} entries` },
      ip,
    });
    const timezone = await getTimezone(db);
    const lines = entries.map((entry) => {
      const destroyedAt = offsetTimeAt(timezone, new Date(entry.destroyedAt));
      const texts = { ...entry, destroyedAt };
      return columns.map((column) => String(texts[column]));
    });
    const day = dateAt(timezone, Date.now());
    return csvFile(`destruction-register-${day}.csv`, [headings, ...lines]);
  };
}
