import type { ColumnType, Generated } from 'kysely';
import type { Store } from '../../../platform/contract/access.ts';
import type { Db } from '../../../platform/server/db/database.ts';
import type { PeopleTables } from '../../people/server/public.ts';
import type { Channel, emailStatuses, languages, phoneKinds, Topic } from '../contract/fields.ts';
import type { CustomerFacts } from '../contract/records.ts';
import type { AppointmentStatus, appointmentKinds, taskKinds } from '../contract/work.ts';

type One<T extends readonly unknown[]> = T[number];
/** Computed by the database. */
type Computed<T> = ColumnType<T, never, never>;

interface CustomersTable {
  id: Generated<number>;
  client_id: Generated<string>;
  kind: 'person' | 'business';
  first_name: string;
  middle_name: string;
  last_name: string;
  suffix: string;
  company: string;
  name: Computed<string>;
  sort_name: Computed<string>;
  preferred_channel: Channel | null;
  preferred_language: One<typeof languages>;
  do_not_contact: boolean;
  tags: string[];
  household_id: number | null;
  merged_into_id: number | null;
  survivor_id: number | null;
  root_id: Computed<number>;
  import_id: number | null;
  version: Generated<number>;
  last_activity_at: Generated<Date>;
  created_at: Generated<Date>;
  created_by: number;
  updated_at: Generated<Date>;
  updated_by: number;
  search_text: Generated<string>;
  consents: Generated<string[]>;
}

interface StoresTable {
  customer_id: number;
  store: Store;
  owner_id: number | null;
  first_seen_at: Generated<Date>;
  last_activity_at: Generated<Date>;
}

interface PhonesTable {
  customer_id: number;
  place: number;
  e164: string;
  extension: string;
  kind: One<typeof phoneKinds>;
  is_preferred: boolean;
}

interface EmailsTable {
  customer_id: number;
  place: number;
  address: string;
  status: One<typeof emailStatuses>;
  is_preferred: boolean;
}

interface AddressesTable {
  customer_id: number;
  place: number;
  line1: string;
  line2: string;
  city: string;
  state: string;
  zip: string;
}

interface ConsentsTable {
  id: Generated<number>;
  customer_id: number;
  channel: Channel;
  topic: Topic;
  granted: boolean;
  source: string;
  wording: string;
  at: Generated<Date>;
  author_id: number;
  client_id: Generated<string>;
}

interface EntriesTable {
  id: Generated<number>;
  customer_id: number;
  store: Store;
  kind: 'call' | 'text' | 'email' | 'note' | 'visit';
  direction: 'in' | 'out' | null;
  body: string;
  at: Date;
  author_id: number;
  client_id: Generated<string>;
}

interface VehiclesTable {
  id: Generated<number>;
  customer_id: number;
  vin: string | null;
  description: string;
  plate: string;
  plate_state: string;
  mileage: number | null;
  mileage_at: Date | null;
  purchased_on: string | null;
  sold_by_store: Store | null;
  still_owns: boolean;
  version: Generated<number>;
  created_by: number;
  client_id: Generated<string>;
}

interface TasksTable {
  id: Generated<number>;
  customer_id: number;
  store: Store;
  kind: One<typeof taskKinds>;
  title: string;
  due_at: Date;
  assigned_to: number;
  created_by: number;
  created_at: Generated<Date>;
  done_at: Date | null;
  done_by: number | null;
  version: Generated<number>;
  client_id: Generated<string>;
}

interface AppointmentsTable {
  id: Generated<number>;
  customer_id: number;
  store: Store;
  kind: One<typeof appointmentKinds>;
  starts_at: Date;
  note: string;
  assigned_to: number;
  status: Generated<AppointmentStatus>;
  created_by: number;
  version: Generated<number>;
  client_id: Generated<string>;
}

/** The state of a customer that a merge changes, stored for its undo. */
export interface MergeSnapshot {
  facts: CustomerFacts;
  householdId: number | null;
  stores: { store: Store; ownerId: number | null; firstSeenAt: string; lastActivityAt: string }[];
  lastActivityAt: string;
}

/** Dates without a time are text: as instants they would shift with the time zone. */
export interface CustomerTables extends PeopleTables {
  customers: CustomersTable;
  customer_households: {
    id: Generated<number>;
    name: string;
    created_at: Generated<Date>;
    created_by: number;
  };
  customer_stores: StoresTable;
  customer_phones: PhonesTable;
  customer_emails: EmailsTable;
  customer_addresses: AddressesTable;
  customer_consents: ConsentsTable;
  customer_entries: EntriesTable;
  customer_vehicles: VehiclesTable;
  customer_tasks: TasksTable;
  customer_appointments: AppointmentsTable;
  customer_appointment_steps: {
    id: Generated<number>;
    appointment_id: number;
    status: AppointmentStatus;
    at: Generated<Date>;
    author_id: number;
  };
  customer_duplicates: {
    first_id: number;
    second_id: number;
    reasons: string[];
    dismissed_by: number | null;
    dismissed_at: Date | null;
  };
  customer_merges: {
    id: Generated<number>;
    survivor_id: number;
    merged_id: number;
    before: ColumnType<MergeSnapshot, string, never>;
    after: ColumnType<MergeSnapshot, string, never>;
    merged_at: Generated<Date>;
    merged_by: number;
    undone_at: Date | null;
    undone_by: number | null;
  };
}

export type CustomersDb = Db<CustomerTables>;
