import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Store } from '../../../platform/contract/access.ts';
import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import type { ChecklistKind, Condition, RecordKind } from '../contract/kinds.ts';
import type { TitleLimits, TitleStep } from '../contract/titles.ts';

interface RequirementsTable {
  id: GeneratedAlways<number>;
  kind: ChecklistKind;
  document_type: string;
  condition: Condition;
  position: number;
  /** Written as text, read with `::text`. */
  since: string;
}

interface WaiversTable {
  id: GeneratedAlways<number>;
  record_kind: RecordKind;
  record_id: number;
  document_type: string;
  reason: string;
  waived_by: number;
  waived_at: Generated<Date>;
  undone_by: Generated<number | null>;
  undone_at: Generated<Date | null>;
}

interface StipulationsTable {
  id: GeneratedAlways<number>;
  client_id: string;
  deal_id: number;
  text: string;
  due_on: string;
  document_type: string | null;
  created_by: number;
  created_at: Generated<Date>;
  cleared_by: Generated<number | null>;
  cleared_at: Generated<Date | null>;
  document_id: Generated<number | null>;
  removed_by: Generated<number | null>;
  removed_at: Generated<Date | null>;
  version: Generated<number>;
}

export interface JacketTables extends AnyTables {
  jacket_checklists: { kind: ChecklistKind; version: Generated<number> };
  jacket_requirements: RequirementsTable;
  jacket_waivers: WaiversTable;
  deal_stipulations: StipulationsTable;
  title_limits: {
    store: Store;
    since: string;
    days: ColumnType<TitleLimits['days'], string, string>;
    version: number;
  };
  title_work: { deal_id: number; version: Generated<number> };
  title_steps: {
    deal_id: number;
    step: TitleStep;
    day: string | null;
    entered_by: number;
    entered_at: Generated<Date>;
  };
}

export type JacketsDb = Db<JacketTables>;
