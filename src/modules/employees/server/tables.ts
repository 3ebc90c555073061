import type { Generated, GeneratedAlways } from 'kysely';
import type { Department, Store } from '../../../platform/contract/access.ts';
import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import type { Sealed } from '../../../platform/server/secrets/secrets.ts';
import type { EquipmentKind, PayBasis, PersonalGroup } from '../contract/fields.ts';
import type { NoteKind } from '../contract/private.ts';

interface EmployeesTable {
  user_id: number;
  employee_number: string | null;
  preferred_name: string | null;
  job_title: string | null;
  store: Store | null;
  department: Department | null;
  manager_id: number | null;
  /** Days are written as text, and read with `::text`. */
  hired_on: string | null;
  left_on: string | null;
  review_on: string | null;
  work_phone: string | null;
  pay_basis: PayBasis | null;
  version: Generated<number>;
}

interface JobsTable {
  id: GeneratedAlways<number>;
  user_id: number;
  effective_on: string;
  job_title: string | null;
  store: Store | null;
  department: Department | null;
  manager_id: number | null;
  reason: string;
  recorded_by: number | null;
  recorded_at: Generated<Date>;
  applied_at: Date | null;
  removed_by: Generated<number | null>;
  removed_at: Generated<Date | null>;
}

interface ProposalsTable {
  id: GeneratedAlways<number>;
  user_id: number;
  field_group: PersonalGroup;
  data: string | null;
  client_id: string;
  created_by: number;
  created_at: Generated<Date>;
  outcome: Generated<'approved' | 'declined' | 'withdrawn' | null>;
  decided_by: Generated<number | null>;
  decided_at: Generated<Date | null>;
  reason: Generated<string | null>;
}

interface EquipmentTable {
  id: GeneratedAlways<number>;
  user_id: number;
  kind: EquipmentKind;
  name: string;
  serial: string;
  note: string;
  issued_on: string;
  created_by: number;
  created_at: Generated<Date>;
  client_id: string;
  position: number;
  returned_on: Generated<string | null>;
  returned_to: Generated<number | null>;
  return_note: Generated<string>;
  version: Generated<number>;
}

interface PayTable {
  id: GeneratedAlways<number>;
  user_id: number;
  effective_on: string;
  basis: PayBasis;
  sealed: Sealed | null;
  client_id: string;
  created_by: number;
  created_at: Generated<Date>;
  applied_at: Date | null;
  removed_by: Generated<number | null>;
  removed_at: Generated<Date | null>;
}

interface NotesTable {
  id: GeneratedAlways<number>;
  user_id: number;
  kind: NoteKind;
  on_date: string;
  sealed: Sealed | null;
  client_id: string;
  created_by: number;
  created_at: Generated<Date>;
  acknowledged_at: Generated<Date | null>;
  removed_by: Generated<number | null>;
  removed_at: Generated<Date | null>;
}

export interface EmployeeTables extends AnyTables {
  employees: EmployeesTable;
  employee_jobs: JobsTable;
  employee_contacts: {
    user_id: number;
    private_phone: string | null;
    private_email: string | null;
    address: string | null;
  };
  employee_emergency_contacts: {
    user_id: number;
    position: number;
    name: string;
    relation: string;
    phone: string;
    other_phone: string | null;
  };
  employee_proposals: ProposalsTable;
  employee_equipment: EquipmentTable;
  employee_private: {
    user_id: number;
    sealed: Sealed;
    updated_by: number;
    updated_at: Generated<Date>;
    version: Generated<number>;
  };
  employee_pay: PayTable;
  employee_private_notes: NotesTable;
  employee_private_access: {
    id: GeneratedAlways<number>;
    user_id: number;
    granted_by: number | null;
    granted_at: Generated<Date>;
    ended_by: Generated<number | null>;
    ended_at: Generated<Date | null>;
  };
}

export type EmployeesDb = Db<EmployeeTables>;
