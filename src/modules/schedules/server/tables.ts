import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Department, Store } from '../../../platform/contract/access.ts';
import type { Db } from '../../../platform/server/db/database.ts';
import type { OrganizationTables } from '../../organization/server/public.ts';
import type { PeopleTables } from '../../people/server/public.ts';
import type { OfferState } from '../contract/offers.ts';
import type { Exception, Opening, Target } from '../contract/plan.ts';
import type { Skipped } from '../contract/shift.ts';

/** What a repeated request is answered with. */
export interface BatchResult {
  added: number;
  people?: number;
  skipped: Skipped[];
}

interface BatchesTable {
  id: GeneratedAlways<number>;
  kind: 'add' | 'copy' | 'publish';
  created_by: number;
  client_id: string;
  result: ColumnType<BatchResult, string, string>;
  created_at: Generated<Date>;
}

interface ShiftsTable {
  id: GeneratedAlways<number>;
  batch_id: number;
  store: Store;
  department: Department;
  user_id: number;
  starts_at: Date;
  ends_at: Date;
  break_minutes: number;
  role: string;
  note: string;
  /** Null: a draft. */
  published_at: Date | null;
  removed_at: Date | null;
  removed_by: number | null;
  version: Generated<number>;
}

interface PlansTable {
  store: Store;
  department: Department;
  opening: ColumnType<(Opening | null)[], string, string>;
  exceptions: ColumnType<Exception[], string, string>;
  targets: ColumnType<Target[], string, string>;
  grace_minutes: number;
  alerts_managers: boolean;
  version: Generated<number>;
}

interface OffersTable {
  id: GeneratedAlways<number>;
  client_id: string;
  shift_id: number;
  created_by: number;
  created_at: Generated<Date>;
  to_user_id: number | null;
  wanted_shift_id: number | null;
  note: string;
  state: Generated<OfferState>;
  taken_by: number | null;
  taken_at: Date | null;
  ended_by: number | null;
  ended_at: Date | null;
  reason: Generated<string>;
}

interface FeedsTable {
  user_id: number;
  token_hash: Buffer;
  created_at: Generated<Date>;
}

export interface ScheduleTables extends PeopleTables, OrganizationTables {
  shift_batches: BatchesTable;
  work_shifts: ShiftsTable;
  schedule_plans: PlansTable;
  shift_offers: OffersTable;
  schedule_feeds: FeedsTable;
}

export type SchedulesDb = Db<ScheduleTables>;
