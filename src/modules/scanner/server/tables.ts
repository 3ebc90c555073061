import type { Generated, Selectable } from 'kysely';
import type { Scan } from '../contract.ts';

interface ScansTable {
  user_id: number;
  id: string;
  kind: Scan['kind'];
  value: string;
  format: Scan['format'];
  source: Scan['source'];
  override_reason: string | null;
  scanned_at: Date;
  deleted_at: Generated<Date | null>;
}

export interface ScannerTables {
  scans: ScansTable;
}
export type ScanRow = Selectable<ScansTable>;

export function toScan(row: ScanRow): Scan {
  return {
    id: row.id,
    kind: row.kind,
    value: row.value,
    format: row.format,
    source: row.source,
    overrideReason: row.override_reason,
    scannedAt: row.scanned_at.toISOString(),
  };
}
