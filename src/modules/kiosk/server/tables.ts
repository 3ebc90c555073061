import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Store } from '../../../platform/contract/access.ts';
import type { Db } from '../../../platform/server/db/database.ts';
import type { Sealed } from '../../../platform/server/secrets/secrets.ts';
import type { PeopleTables } from '../../people/server/public.ts';
import type { PunchOrigin } from '../contract/devices.ts';

interface EnrollmentsTable {
  code: string;
  token_hash: Buffer;
  browser: string;
  ip: string;
  created_at: Generated<Date>;
  expires_at: Date;
}

interface DevicesTable {
  id: GeneratedAlways<number>;
  client_id: string;
  created_by: number;
  created_at: Generated<Date>;
  token_hash: Buffer;
  store: Store;
  name: string;
  browser: string;
  enrolled_ip: string;
  last_seen_at: Date | null;
  last_ip: string | null;
  revoked_at: Date | null;
  revoked_by: number | null;
  version: Generated<number>;
}

interface PinsTable {
  user_id: number;
  sealed_hash: ColumnType<Sealed, string, string>;
  set_at: Generated<Date>;
}

interface SignInsTable {
  token_hash: Buffer;
  device_id: number;
  user_id: number;
  client_id: string | null;
  expires_at: Date;
}

interface RulesTable {
  store: Store;
  punch_from: PunchOrigin;
  networks: string[];
  version: number;
}

export interface KioskTables extends PeopleTables {
  kiosk_enrollments: EnrollmentsTable;
  kiosk_devices: DevicesTable;
  kiosk_pins: PinsTable;
  kiosk_sign_ins: SignInsTable;
  kiosk_punches: { punch_id: number; device_id: number };
  kiosk_rules: RulesTable;
}

export type KioskDb = Db<KioskTables>;
