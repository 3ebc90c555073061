import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Db } from '../../../platform/server/db/database.ts';
import type { OrganizationTables } from '../../organization/server/public.ts';
import type { PeopleTables } from '../../people/server/public.ts';
import type { RetentionEvent } from '../contract.ts';

interface ClassesTable {
  code: string;
  name: string;
  event: RetentionEvent;
  years: number;
  minimum_years: number;
  authority: string;
  version: number;
  changed_at: Date;
}

interface ItemsTable {
  id: GeneratedAlways<number>;
  source: string;
  source_id: string;
  class_code: string;
  title: string;
  /** Stored as text; read with `::text`. */
  event_date: string | null;
  subjects: string[];
  condemned_at: Generated<Date | null>;
}

interface FilesTable {
  file_key: string;
  item_id: number;
  sha256: Buffer;
  size_bytes: number;
}

interface HoldsTable {
  id: GeneratedAlways<number>;
  matter: string;
  reason: string;
  placed_by: number;
  placed_at: Generated<Date>;
  client_id: string;
}

interface ReleasesTable {
  hold_id: number;
  reason: string;
  released_by: number;
  released_at: Generated<Date>;
}

interface BatchesTable {
  id: GeneratedAlways<number>;
  through: string;
  prepared_by: number;
  prepared_at: Generated<Date>;
  client_id: string;
}

interface DecisionsTable {
  batch_id: number;
  prepared_by: number;
  decision: 'approved' | 'declined' | 'withdrawn';
  reason: string;
  decided_by: number;
  decided_at: Generated<Date>;
}

interface RegisterTable {
  id: ColumnType<number, never, never>;
  batch_id: number;
  item_id: number;
  title: string;
  class_name: string;
  event_date: string;
  keep_until: string;
  file_key: string;
  sha256: Buffer;
  size_bytes: number;
  prepared_by_name: string;
  approved_by_name: string;
  approved_at: Date;
  destroyed_at: Date;
}

export interface RetentionTables extends PeopleTables, OrganizationTables {
  retention_classes: ClassesTable;
  retained_items: ItemsTable;
  retained_files: FilesTable;
  legal_holds: HoldsTable;
  legal_hold_subjects: { hold_id: number; subject: string };
  legal_hold_releases: ReleasesTable;
  disposition_batches: BatchesTable;
  disposition_decisions: DecisionsTable;
  destruction_register: RegisterTable;
}

export type RetentionDb = Db<RetentionTables>;
