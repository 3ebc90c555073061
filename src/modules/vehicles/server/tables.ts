import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Store } from '../../../platform/contract/access.ts';
import type { Db } from '../../../platform/server/db/database.ts';
import type { OrganizationTables } from '../../organization/server/public.ts';
import type { PeopleTables } from '../../people/server/public.ts';
import type { DepositOutcome } from '../contract/deposits.ts';
import type { Source, YearDays } from '../contract/fields.ts';
import type { EventData } from '../contract/history.ts';
import type { Finding } from '../contract/lot/walks.ts';
import type { ReconLimits } from '../contract/recon/limits.ts';
import type { Stage } from '../contract/recon/stages.ts';
import type { Condition, CountGroup, Place, Status, StockClass } from '../contract/status.ts';
import type { OutingKind } from '../contract/vehicle.ts';

/**
 * A VIN and its facts, once in the group and for all time. What a store does with it is a stay in stock, a
 * `stock_units` row; a vehicle that comes back in trade gets a new one, and keeps this.
 *
 * Ids: every other record, every link (`/fleet?vehicle=`), mention and event, and `vehicleId` on the wire name the
 * stay, because that is what was sold, lent, walked past or asked for; `vehicle_id` of deals and leads does too. The
 * id of this row is used inside the module only, to find the other stays of a stay.
 */
export interface VehiclesTable {
  id: GeneratedAlways<number>;
  vin: string;
  vin_reason: string | null;
  year: number;
  make: string;
  model: string;
  trim: Generated<string>;
  body: Generated<string>;
  exterior: Generated<string>;
  interior: Generated<string>;
  created_at: Generated<Date>;
}

/**
 * One stay of a vehicle in stock, from its acquisition until it is gone; its days, cost and price are of this stay
 * alone. `place`, `sale` and `gone_as` are three facts: a sold unit still has its place on the way to the line, and
 * one that is gone keeps both, so that each can be taken back. Local dates are text; read them with `::text`.
 */
export interface StockUnitsTable {
  id: GeneratedAlways<number>;
  client_id: string;
  vehicle_id: number;
  store: Store;
  stock_number: string;
  stock_key: GeneratedAlways<string>;
  /** The stay it was traded in for. */
  traded_for_id: number | null;
  mileage: number;
  condition: Condition;
  class: Generated<StockClass>;
  place: Place;
  sale: 'deposit' | 'sold' | null;
  gone_as: 'delivered' | 'wholesale' | 'transferred' | null;
  status: GeneratedAlways<Status>;
  in_stock: GeneratedAlways<boolean>;
  counted_as: GeneratedAlways<CountGroup | null>;
  acquired_on: string;
  acquired_from: Source;
  arrived_on: string | null;
  sold_on: string | null;
  deliver_on: string | null;
  gone_on: string | null;
  list_cents: number | null;
  msrp_cents: number | null;
  cost_cents: number | null;
  pack_cents: Generated<number>;
  floorplan_lender: string | null;
  floored_on: string | null;
  floorplan_rate_bps: number | null;
  floorplan_cents: number | null;
  floorplan_year_days: YearDays | null;
  floorplan_free_days: number | null;
  floorplan_paid_on: string | null;
  lot_location: Generated<string>;
  key_tag: Generated<string>;
  version: Generated<number>;
  created_by: number;
  created_at: Generated<Date>;
  /** Written by triggers, from the unit and its vehicle. */
  search_text: GeneratedAlways<string>;
}

/** The view to read from: each stay with the facts of its vehicle. `id` is the stay’s. */
type StockVehiclesView = StockUnitsTable & Omit<VehiclesTable, 'id' | 'created_at'>;

interface DepositsTable {
  id: GeneratedAlways<number>;
  client_id: string;
  unit_id: number;
  customer_id: number | null;
  customer_name: string | null;
  cents: number | null;
  expires_on: string | null;
  note: string;
  taken_by: number;
  taken_at: Generated<Date>;
  ended_by: number | null;
  ended_at: Date | null;
  outcome: DepositOutcome | null;
}

interface CurtailmentsTable {
  id: GeneratedAlways<number>;
  client_id: string;
  unit_id: number;
  cents: number;
  due_on: string;
  paid_on: string | null;
  created_by: number;
  created_at: Generated<Date>;
  paid_by: number | null;
}

interface EventsTable {
  id: GeneratedAlways<number>;
  unit_id: number;
  kind: EventData['kind'];
  author_id: number;
  at: Generated<Date>;
  data: ColumnType<object, string, never>;
}

interface PicturesTable {
  id: string;
  unit_id: number;
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
  unit_id: number;
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
  unit_id: number;
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
  unit_id: number;
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
  unit_id: number | null;
  finding: Finding;
  place: string;
  seen_by: number;
  seen_at: Date;
}

export interface VehicleTables extends PeopleTables, OrganizationTables {
  vehicles: VehiclesTable;
  stock_units: StockUnitsTable;
  stock_vehicles: StockVehiclesView;
  stock_deposits: DepositsTable;
  stock_curtailments: CurtailmentsTable;
  vehicle_events: EventsTable;
  vehicle_pictures: PicturesTable;
  vehicle_loose_files: { storage_key: string; since: Generated<Date> };
  vehicle_recon_steps: StepsTable;
  dealer_plates: PlatesTable;
  vehicle_outings: OutingsTable;
  vehicle_transfers: TransfersTable;
  lot_walks: WalksTable;
  lot_walk_sightings: SightingsTable;
  lot_walk_missing: { walk_id: number; unit_id: number };
  vehicle_alerts: { unit_id: number; fact: string; notified_at: Generated<Date> };
  recon_limits: {
    store: Store;
    hours: ColumnType<ReconLimits['hours'], string, string>;
    version: Generated<number>;
  };
  vehicle_columns: { user_id: number; columns: string[] };
}

export type VehicleDb = Db<VehicleTables>;
