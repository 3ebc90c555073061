import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Department, Store } from '../../../platform/contract/access.ts';
import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import type { Sealed } from '../../../platform/server/secrets/secrets.ts';
import type { TermState } from '../contract/credential.ts';
import type { Effect } from '../contract/kinds.ts';

interface KindsTable {
  id: GeneratedAlways<number>;
  name: string;
  is_for_selling: boolean;
  is_for_driving: boolean;
  by_store: boolean;
  must_expire: boolean;
  valid_months: number | null;
  grace_days: number;
  is_number_private: boolean;
  is_archived: Generated<boolean>;
  position: Generated<number>;
  version: Generated<number>;
}

interface RequirementsTable {
  id: GeneratedAlways<number>;
  kind_id: number;
  department: Department | null;
  job_title: string | null;
  store: Store | null;
}

interface CredentialsTable {
  id: GeneratedAlways<number>;
  client_id: string;
  user_id: number;
  kind_id: number;
  store: Store | null;
  term_id: Generated<number | null>;
  /** Written as text, read with `::text`, as all days. */
  revoked_on: Generated<string | null>;
  revoked_by: Generated<number | null>;
  revoke_reason: Generated<string | null>;
  removed_at: Generated<Date | null>;
  removed_by: Generated<number | null>;
  created_by: number;
  created_at: Generated<Date>;
  version: Generated<number>;
}

interface TermsTable {
  id: GeneratedAlways<number>;
  client_id: string;
  credential_id: number;
  number: Generated<string>;
  sealed_number: ColumnType<Sealed | null, string | null | undefined, string | null>;
  issuer: Generated<string>;
  region: string | null;
  class: Generated<string>;
  restrictions: Generated<string>;
  issued_on: string | null;
  expires_on: string | null;
  state: TermState;
  created_by: number;
  created_at: Generated<Date>;
  decided_by: Generated<number | null>;
  decided_at: Generated<Date | null>;
  reason: Generated<string | null>;
}

export interface CredentialTables extends AnyTables {
  credential_kinds: KindsTable;
  credential_requirements: RequirementsTable;
  employee_credentials: CredentialsTable;
  credential_terms: TermsTable;
  credential_reminders: { term_id: number; step: string; sent_at: Generated<Date> };
  credential_settings: {
    is_only: Generated<boolean>;
    selling: Effect;
    driving: Effect;
    version: number;
  };
}

export type CredentialsDb = Db<CredentialTables>;
