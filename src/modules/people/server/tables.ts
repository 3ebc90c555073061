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
  /** Counted up by the database unless given. */
  emrn: Generated<string>;
  first_name: string;
  last_name: string;
  username: string;
  /** Always in lower case. */
  email: string;
  role: Role;
  department: Department | null;
  store_access: z.output<typeof storeAccess>;
  page_permissions: z.output<typeof pagePermissions>;
  feature_permissions: z.output<typeof featurePermissions>;
  is_active: Generated<boolean>;
  pending: Generated<boolean>;
  /** What the person chose, connected or not. */
  status: Generated<Status>;
  protection: z.output<typeof protection>;
  status_message: Generated<string | null>;
  status_until: Generated<Date | null>;
  /** Bumped by every change of the record. */
  version: Generated<number>;
  last_login_at: Date | null;
  created_at: Generated<Date>;
  deleted_at: Date | null;
  /** Null: nobody has shown yet that the address is theirs, and no mail goes there but the one that asks. */
  email_confirmed_at: Generated<Date | null>;
  /** When an account with an unconfirmed address is deleted. */
  unconfirmed_until: Generated<Date | null>;
  /** How the person is called wherever they are shown: with the username where somebody else has the same name. */
  shown_name: ColumnType<string, never, never>;
  shares_name: ColumnType<boolean, never, never>;
  /** The same for names that look the same. */
  name_key: ColumnType<string, never, never>;
  /** What a search looks at, kept by the database. */
  search_text: ColumnType<string, never, never>;
}

/** A name somebody asked for. */
interface NameRequestsTable {
  id: Generated<number>;
  user_id: number;
  first_name: string;
  last_name: string;
  asked_at: Generated<Date>;
  decided_at: Date | null;
  decided_by: number | null;
  /** Null when it was taken back. */
  approved: boolean | null;
}

export interface PeopleTables {
  users: UsersTable;
  name_requests: NameRequestsTable;
}

/** The same connection or transaction, seen as this room's tables. */
export const people = (db: Kysely<AnyTables>): Kysely<PeopleTables> => db;

export type PersonRow = Omit<Selectable<UsersTable>, 'search_text'>;
export type NewPersonRow = Insertable<UsersTable>;
