import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Store } from '../../../platform/contract/access.ts';
import type { Db } from '../../../platform/server/db/database.ts';
import type { OrganizationTables } from '../../organization/server/public.ts';
import type { PeopleTables } from '../../people/server/public.ts';
import type { Source } from '../contract/fields.ts';
import type { EventData } from '../contract/history.ts';
import type { Finding } from '../contract/lot/walks.ts';
import type { ReconLimits } from '../contract/recon/limits.ts';
import type { Stage } from '../contract/recon/stages.ts';
import type { Condition, Status } from '../contract/status.ts';
import type { OutingKind } from '../contract/vehicle.ts';

/** Local dates are text; read them with `::text`. */
export interface VehiclesTable {
  id: GeneratedAlways<number>;
  client_id: string;
  vin: string;
  vin_reason: string | null;
  store: Store;
  stock_number: string;
  stock_key: GeneratedAlways<string>;
  traded_for_id: number | null;
  year: number;
  make: string;
  model: string;
  trim: string;
  body: string;
  exterior: string;
  interior: string;
  mileage: number;
  condition: Condition;
  status: Status;
  acquired_on: string;
  acquired_from: Source;
  gone_on: string | null;
  list_cents: number | null;
  msrp_cents: number | null;
  cost_cents: number | null;
  pack_cents: number;
  floorplan_lender: string | null;
  floored_on: string | null;
  floorplan_rate_bps: number | null;
  lot_location: string;
  key_tag: string;
  version: Generated<number>;
  created_by: number;
  created_at: Generated<Date>;
  in_stock: GeneratedAlways<boolean>;
  search_text: GeneratedAlways<string>;
}

interface EventsTable {
  id: GeneratedAlways<number>;
  vehicle_id: number;
  kind: EventData['kind'];
  author_id: number;
  at: Generated<Date>;
  data: ColumnType<object, string, never>;
}

interface PicturesTable {
  id: string;
  vehicle_id: number;
  storage_key: string;
  etag: string;
  width: number;
  height: number;
  size_bytes: number;
  position: number;
  created_by: number;
  created_at: Generated<Date>;
}

export interface StepsTable {
  id: GeneratedAlways<number>;
  vehicle_id: number;
  stage: Stage;
  entered_at: Generated<Date>;
  entered_by: number;
  left_at: Date | null;
  owner_id: number | null;
  estimate_cents: number | null;
  actual_cents: number | null;
  version: Generated<number>;
}

export interface OutingsTable {
  id: GeneratedAlways<number>;
  client_id: string;
  vehicle_id: number;
  store: Store;
  kind: OutingKind;
  plate_id: number | null;
  holder_id: number | null;
  holder_name: string;
  holder_phone: Generated<string>;
  license_last_four: string | null;
  repair_order: Generated<string>;
  out_at: Generated<Date>;
  due_at: Date;
  in_at: Date | null;
  miles_out: number;
  miles_in: number | null;
  fuel_out: number;
  fuel_in: number | null;
  data_wiped: boolean | null;
  note: Generated<string>;
  out_by: number;
  in_by: number | null;
}

export interface PlatesTable {
  id: GeneratedAlways<number>;
  store: Store;
  number: string;
  created_by: number;
  created_at: Generated<Date>;
}

interface TransfersTable {
  id: GeneratedAlways<number>;
  client_id: string;
  vehicle_id: number;
  from_store: Store;
  to_store: Store;
  from_number: string;
  to_number: string | null;
  note: string;
  sent_by: number;
  sent_at: Generated<Date>;
  ended_by: number | null;
  ended_at: Date | null;
  called_off: string | null;
}

interface WalksTable {
  id: GeneratedAlways<number>;
  client_id: string;
  store: Store;
  started_by: number;
  started_at: Generated<Date>;
  ended_by: number | null;
  ended_at: Date | null;
}

interface SightingsTable {
  id: GeneratedAlways<number>;
  client_id: string;
  walk_id: number;
  code: string;
  vehicle_id: number | null;
  finding: Finding;
  place: string;
  seen_by: number;
  seen_at: Date;
}

export interface VehicleTables extends PeopleTables, OrganizationTables {
  vehicles: VehiclesTable;
  vehicle_events: EventsTable;
  vehicle_pictures: PicturesTable;
  vehicle_loose_files: { storage_key: string; since: Generated<Date> };
  vehicle_recon_steps: StepsTable;
  dealer_plates: PlatesTable;
  vehicle_outings: OutingsTable;
  vehicle_transfers: TransfersTable;
  lot_walks: WalksTable;
  lot_walk_sightings: SightingsTable;
  lot_walk_missing: { walk_id: number; vehicle_id: number };
  vehicle_alerts: { vehicle_id: number; fact: string; notified_at: Generated<Date> };
  recon_limits: {
    store: Store;
    hours: ColumnType<ReconLimits['hours'], string, string>;
    version: Generated<number>;
  };
  vehicle_columns: { user_id: number; columns: string[] };
}

export type VehicleDb = Db<VehicleTables>;
