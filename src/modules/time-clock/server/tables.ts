import type { ColumnType, Generated, GeneratedAlways, Selectable } from 'kysely';
import type { Store } from '../../../platform/contract/access.ts';
import type { Db } from '../../../platform/server/db/database.ts';
import type { OrganizationTables } from '../../organization/server/public.ts';
import type { PeopleTables } from '../../people/server/public.ts';
import type { Change } from '../contract/corrections.ts';
import type { OvertimeBasis, Rules } from '../contract/rules.ts';
import type { Totals } from '../contract/sheets.ts';
import type { PunchKind } from '../contract.ts';

interface PunchesTable {
  id: GeneratedAlways<number>;
  user_id: number;
  kind: PunchKind;
  at: Date;
  recorded_at: Generated<Date>;
  source: 'online' | 'offline' | 'correction' | 'kiosk';
  client_id: string;
  device: Generated<string>;
  correction_id: number | null;
  store: Store | null;
}

/** A requested change, with the data of its punch at that time. */
export type StoredChange = Change & { kind: PunchKind; from: string | null };

interface CorrectionsTable {
  id: GeneratedAlways<number>;
  user_id: number;
  author_id: number;
  client_id: string;
  origin: 'request' | 'offline' | 'manager';
  reason: string;
  changes: ColumnType<StoredChange[], string, never>;
  created_at: Generated<Date>;
}

interface DecisionsTable {
  correction_id: number;
  decision: 'approved' | 'declined' | 'withdrawn';
  decided_by: number;
  reason: Generated<string>;
  decided_at: Generated<Date>;
}

interface ApprovalsTable {
  id: GeneratedAlways<number>;
  user_id: number;
  /** Written and compared as text; read with `::text`. */
  week_start: string;
  approved: boolean;
  fingerprint: string;
  rules: ColumnType<Rules, string, never>;
  totals: ColumnType<Totals, string, never>;
  decided_by: number;
  decided_at: Generated<Date>;
}

interface BasesTable {
  id: GeneratedAlways<number>;
  user_id: number;
  basis: OvertimeBasis;
  from_week: string;
  decided_by: number;
  decided_at: Generated<Date>;
}

export interface TimeClockTables extends PeopleTables, OrganizationTables {
  time_punches: PunchesTable;
  /** View of the punches that count. */
  time_effective: PunchesTable;
  time_voids: { punch_id: number; correction_id: number };
  time_corrections: CorrectionsTable;
  time_decisions: DecisionsTable;
  time_approvals: ApprovalsTable;
  time_overtime_bases: BasesTable;
}

export type ClockDb = Db<TimeClockTables>;
export type CorrectionRow = Selectable<CorrectionsTable>;
