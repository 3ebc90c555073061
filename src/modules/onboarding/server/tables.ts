import type { Generated, GeneratedAlways, Selectable } from 'kysely';
import type { Department, Store } from '../../../platform/contract/access.ts';
import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import type { ItemKind, LeaveReason, Owner, RunKind } from '../contract/kinds.ts';
import type { ItemState } from '../contract.ts';

/** Days are written as text, and read with `::text`. */
interface RunsTable {
  id: GeneratedAlways<number>;
  kind: RunKind;
  user_id: number | null;
  name: string;
  job_title: string;
  store: Store | null;
  department: Department | null;
  manager_id: number | null;
  day: string;
  ends_at: Date | null;
  ended_at: Generated<Date | null>;
  activate_at: Generated<Date | null>;
  activated_at: Generated<Date | null>;
  reason: LeaveReason | null;
  may_return: boolean | null;
  note: string;
  client_id: string;
  created_by: number;
  created_at: Generated<Date>;
  closed_by: Generated<number | null>;
  closed_at: Generated<Date | null>;
  closing_reason: Generated<string | null>;
  outcome: Generated<'done' | 'canceled' | null>;
  version: Generated<number>;
}

interface ItemsTable {
  id: GeneratedAlways<number>;
  run_id: number;
  position: number;
  title: string;
  note: string;
  kind: ItemKind;
  owner: Owner;
  owner_id: number | null;
  due_days: number;
  due_on: string;
  state: Generated<ItemState>;
  state_by: Generated<number | null>;
  state_at: Generated<Date | null>;
  reason: Generated<string | null>;
  due_notified_at: Generated<Date | null>;
  overdue_notified_at: Generated<Date | null>;
  client_id: Generated<string>;
  version: Generated<number>;
}

interface TemplatesTable {
  id: GeneratedAlways<number>;
  kind: RunKind;
  name: string;
  store: Store | null;
  department: Department | null;
  job_title: string;
  client_id: string;
  created_by: number;
  created_at: Generated<Date>;
  removed_at: Generated<Date | null>;
  version: Generated<number>;
}

interface TemplateItemsTable {
  id: GeneratedAlways<number>;
  template_id: number;
  position: number;
  title: string;
  note: string;
  kind: ItemKind;
  owner: Owner;
  owner_id: number | null;
  due_days: number;
}

export interface OnboardingTables extends AnyTables {
  onboarding_runs: RunsTable;
  onboarding_items: ItemsTable;
  onboarding_templates: TemplatesTable;
  onboarding_template_items: TemplateItemsTable;
}

export type OnboardingDb = Db<OnboardingTables>;
export type ItemRecord = Selectable<ItemsTable>;
