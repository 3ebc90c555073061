import type { ColumnType, Generated, Insertable, Kysely, Selectable } from 'kysely';
import type * as z from 'zod/mini';
import type {
  Department,
  featurePermissions,
  pagePermissions,
  Role,
  storeAccess,
} from '../../../platform/contract/access.ts';
import type { AnyTables } from '../../../platform/server/db/database.ts';
import type { protection, Status } from '../contract.ts';

interface UsersTable {
  id: Generated<number>;
  /** Assigned by the database unless set. */
  emrn: Generated<string>;
  first_name: string;
  last_name: string;
  username: string;
  /** Always lower case. */
  email: string;
  role: Role;
  department: Department | null;
  store_access: z.output<typeof storeAccess>;
  page_permissions: z.output<typeof pagePermissions>;
  feature_permissions: z.output<typeof featurePermissions>;
  is_active: Generated<boolean>;
  pending: Generated<boolean>;
  /** Whether the account could be used at some time; maintained by the database. */
  was_active: ColumnType<boolean, never, never>;
  /** The chosen status, connected or not. */
  status: Generated<Status>;
  protection: z.output<typeof protection>;
  status_message: Generated<string | null>;
  status_until: Generated<Date | null>;
  /** Incremented by every change of the record. */
  version: Generated<number>;
  last_login_at: Date | null;
  created_at: Generated<Date>;
  deleted_at: Date | null;
  /** Null until the person has confirmed the address; until then it gets no email except the confirmation. */
  email_confirmed_at: Generated<Date | null>;
  /** When an account with an unconfirmed address is deleted. */
  unconfirmed_until: Generated<Date | null>;
  /** The display name: with the username if someone else has the same name. */
  shown_name: ColumnType<string, never, never>;
  shares_name: ColumnType<boolean, never, never>;
  /** Equal for names that look the same. */
  name_key: ColumnType<string, never, never>;
  /** The searched text, maintained by the database. */
  search_text: ColumnType<string, never, never>;
}

/** A requested name change. */
interface NameRequestsTable {
  id: Generated<number>;
  user_id: number;
  first_name: string;
  last_name: string;
  asked_at: Generated<Date>;
  decided_at: Date | null;
  decided_by: number | null;
  /** Null if it was canceled. */
  approved: boolean | null;
}

export interface PeopleTables {
  users: UsersTable;
  name_requests: NameRequestsTable;
}

/** The same connection or transaction, typed with this module's tables. */
export const people = (db: Kysely<AnyTables>): Kysely<PeopleTables> => db;

export type PersonRow = Omit<Selectable<UsersTable>, 'search_text'>;
export type NewPersonRow = Insertable<UsersTable>;
