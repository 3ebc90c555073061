import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Department, Store } from '../../../platform/contract/access.ts';
import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import type { EntryType } from '../contract/balances.ts';
import type { Portion, State } from '../contract/requests.ts';
import type { Method, Period, Step } from '../contract/rules.ts';
import type { Kind } from '../contract.ts';

/** Days are written as text, and read with `::text`. */
export interface RulesTable {
  id: GeneratedAlways<number>;
  kind_id: number;
  store: Store | null;
  department: Department | null;
  effective_on: string;
  ends_on: string | null;
  method: Method;
  steps: ColumnType<Step[], string, string>;
  period: Period | null;
  period_anchor: string | null;
  year_month: number | null;
  year_day: number | null;
  worked_minutes: number | null;
  waiting_days: number;
  usable_after_days: number;
  cap_minutes: number | null;
  carry_over_minutes: number | null;
  carry_over_months: number | null;
  prorates: boolean;
  created_by: number | null;
  version: Generated<number>;
}

interface KindsTable {
  id: GeneratedAlways<number>;
  name: string;
  mark: Kind['mark'];
  tone: Kind['tone'];
  is_paid: boolean;
  has_balance: boolean;
  needs_approval: boolean;
  hides_reason: boolean;
  overdraw: Kind['overdraw'];
  position: number;
  is_active: boolean;
  version: Generated<number>;
}

interface RequestsTable {
  id: GeneratedAlways<number>;
  user_id: number;
  kind_id: number;
  starts_on: string;
  ends_on: string;
  portion: Portion;
  from_minute: number;
  to_minute: number;
  reason: string;
  state: State;
  replaces_id: number | null;
  decided_by: number | null;
  decided_at: Date | null;
  decision_reason: Generated<string>;
  client_id: string;
  created_by: number;
  created_at: Generated<Date>;
  version: Generated<number>;
}

interface LedgerTable {
  id: GeneratedAlways<number>;
  user_id: number;
  kind_id: number;
  day: string;
  type: EntryType;
  minutes: number;
  carried_minutes: number | null;
  key: string;
  note: string;
  rule_id: number | null;
  request_id: number | null;
  author_id: number | null;
  client_id: string | null;
  recorded_at: Generated<Date>;
}

export interface TimeOffTables extends AnyTables {
  time_off_kinds: KindsTable;
  time_off_rules: RulesTable;
  time_off_requests: RequestsTable;
  time_off_days: { request_id: number; day: string; minutes: number };
  time_off_ledger: LedgerTable;
  time_off_patterns: {
    id: GeneratedAlways<number>;
    user_id: number;
    effective_on: string;
    minutes: number[];
    set_by: number;
    set_at: Generated<Date>;
  };
  time_off_holidays: {
    id: GeneratedAlways<number>;
    day: string;
    name: string;
    store: Store | null;
    created_by: number | null;
  };
  time_off_blackouts: {
    id: GeneratedAlways<number>;
    name: string;
    starts_on: string;
    ends_on: string | null;
    last_days: number | null;
    store: Store | null;
    department: Department | null;
    refuses: boolean;
    created_by: number | null;
  };
}

export type TimeOffDb = Db<TimeOffTables>;
