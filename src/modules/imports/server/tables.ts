import type { ColumnType, Generated, Selectable } from 'kysely';
import type * as z from 'zod/mini';
import type { Store } from '../../../platform/contract/access.ts';
import type { Db } from '../../../platform/server/db/database.ts';
import type { Limit } from '../../../platform/server/limits/limits.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import type { OrganizationTables } from '../../organization/server/public.ts';
import type { PeopleTables } from '../../people/server/public.ts';
import type { importStates, mapping } from '../contract.ts';
import type { ImportKind } from './kinds.ts';

interface FilesTable {
  id: Generated<number>;
  client_id: string;
  kind: string;
  store: Store;
  file_name: string;
  storage_key: string | null;
  encoding: string;
  header: Generated<string[]>;
  mapping: ColumnType<z.output<typeof mapping> | null, string | null, string | null>;
  state: (typeof importStates)[number];
  failure: Generated<string>;
  row_count: Generated<number>;
  done_count: Generated<number>;
  ready_count: Generated<number>;
  known_count: Generated<number>;
  created_count: Generated<number>;
  kept_count: Generated<number>;
  created_at: Generated<Date>;
  created_by: number;
}

interface RowsTable {
  import_id: number;
  row: number;
  cells: string[];
  problems: ColumnType<{ field: string; error: string }[] | null, string | null, string | null>;
  notes: ColumnType<{ field: string; note: string }[], string | undefined, string>;
}

export interface ImportTables extends PeopleTables, OrganizationTables {
  imports: FilesTable;
  import_rows: RowsTable;
}

export type ImportsDb = Db<ImportTables>;
export type ImportRow = Selectable<FilesTable>;
/** Counts processed rows. */
export type ReportProgress = (done: number) => Promise<void>;

/** The services that import functions need. */
export interface ImportServices {
  platform: Platform;
  db: ImportsDb;
  kinds: ReadonlyMap<string, ImportKind>;
  /** Per user. */
  uploads: Limit;
}
