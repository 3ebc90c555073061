import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Store } from '../../../platform/contract/access.ts';
import type { Db } from '../../../platform/server/db/database.ts';
import type { Codes, Provider } from '../contract/exports.ts';
import type { Frequency } from '../contract/periods.ts';
import type { Unit } from '../contract/rights.ts';

/** Days are written and compared as text; they are read with `::text`. */
interface SchedulesTable {
  id: GeneratedAlways<number>;
  frequency: Frequency;
  starts_on: string;
  pay_days: number;
  created_by: number;
  created_at: Generated<Date>;
}

interface PeriodsTable {
  starts_on: string;
  ends_on: string;
  pays_on: string;
}

interface SignaturesTable {
  id: GeneratedAlways<number>;
  user_id: number;
  period: string;
  kind: 'signed' | 'objected';
  words: Generated<string>;
  client_id: string;
  fingerprint: string;
  statement: string;
  created_at: Generated<Date>;
}

interface AnswersTable {
  signature_id: number;
  words: string;
  answered_by: number;
  answered_at: Generated<Date>;
}

interface ApprovalsTable {
  id: GeneratedAlways<number>;
  user_id: number;
  period: string;
  approved: boolean;
  fingerprint: string;
  signed: boolean;
  decided_by: number;
  decided_at: Generated<Date>;
}

interface LocksTable {
  id: GeneratedAlways<number>;
  period: string;
  unit: Unit;
  locked: boolean;
  reason: Generated<string>;
  changed_by: number;
  changed_at: Generated<Date>;
}

interface LinesTable {
  lock_id: number;
  user_id: number;
  fingerprint: string;
  statement: string;
}

interface AdjustmentsTable {
  id: GeneratedAlways<number>;
  user_id: number;
  from_period: string;
  into_period: string;
  store: Store | null;
  regular_ms: number;
  overtime_ms: number;
  double_ms: number;
  premium_hours: number;
  time_off: string | null;
  reason: string;
  created_by: number;
  created_at: Generated<Date>;
}

interface CodesTable {
  provider: Provider;
  unit: Unit;
  codes: ColumnType<Codes, string, string>;
  version: Generated<number>;
  updated_by: number;
  updated_at: Generated<Date>;
}

interface NumbersTable {
  user_id: number;
  provider: Provider;
  number: string;
}

interface ExportsTable {
  id: GeneratedAlways<number>;
  lock_id: number;
  provider: Provider;
  file_name: string;
  bytes: Buffer;
  sha256: string;
  row_count: number;
  created_by: number;
  client_id: string;
  created_at: Generated<Date>;
}

interface PayrollTables {
  payroll_schedules: SchedulesTable;
  payroll_periods: PeriodsTable;
  payroll_signatures: SignaturesTable;
  payroll_answers: AnswersTable;
  payroll_approvals: ApprovalsTable;
  payroll_locks: LocksTable;
  /** View of the locks that hold. */
  payroll_locked: LocksTable;
  payroll_lines: LinesTable;
  payroll_adjustments: AdjustmentsTable;
  payroll_codes: CodesTable;
  payroll_numbers: NumbersTable;
  payroll_exports: ExportsTable;
}

export type PayrollDb = Db<PayrollTables>;
