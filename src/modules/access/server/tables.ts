import type { ColumnType, Generated } from 'kysely';
import type { PeopleTables } from '../../people/server/public.ts';

interface CredentialsTable {
  user_id: number;
  /** Argon2id in PHC format; null until the person has chosen a password. */
  password_hash: string | null;
  must_change_password: Generated<boolean>;
  changed_at: Generated<Date>;
}

interface SessionsTable {
  id: Generated<string>;
  user_id: number;
  token_hash: Buffer;
  created_at: Generated<Date>;
  last_seen_at: Generated<Date>;
  expires_at: Date;
  ended_at: Date | null;
  user_agent: string;
  ip: string;
  /** Until then administrative changes need no password. */
  confirmed_until: Generated<Date>;
}

interface KnownDevicesTable {
  id: Generated<string>;
  user_id: number;
  token_hash: Buffer;
  created_at: Generated<Date>;
  last_seen_at: Generated<Date>;
}

interface PasswordResetsTable {
  token_hash: Buffer;
  user_id: number;
  created_at: Generated<Date>;
  expires_at: ColumnType<Date, Date, never>;
  used_at: Date | null;
}

interface EmailConfirmationsTable {
  token_hash: Buffer;
  user_id: number;
  /** Normalized: different spellings of a mailbox count as one. */
  mailbox: string;
  created_at: Generated<Date>;
  expires_at: ColumnType<Date, Date, never>;
  used_at: Date | null;
}

export interface AccessTables extends PeopleTables {
  credentials: CredentialsTable;
  sessions: SessionsTable;
  password_resets: PasswordResetsTable;
  known_devices: KnownDevicesTable;
  email_confirmations: EmailConfirmationsTable;
}
