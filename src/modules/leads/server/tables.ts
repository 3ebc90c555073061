import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type * as z from 'zod/mini';
import type { Store } from '../../../platform/contract/access.ts';
import type { Db } from '../../../platform/server/db/database.ts';
import type { PeopleTables } from '../../people/server/public.ts';
import type { interestInput, LeadEvent, LeadType, tradeInput } from '../contract/lead.ts';
import type { Delivery, Hours } from '../contract/settings.ts';
import type { LostReason, Status } from '../contract/status.ts';

/** A JSON column; written as text. */
type Json<T> = ColumnType<T, string, string>;

export type Interest = z.output<typeof interestInput>;
export type Trade = z.output<typeof tradeInput>;
export type EventData = LeadEvent['data'];

export interface LeadsTable {
  id: GeneratedAlways<number>;
  client_id: Generated<string>;
  store: Store;
  customer_id: number;
  type: LeadType;
  source_id: number | null;
  external_id: Generated<string | null>;
  status: Generated<Status>;
  lost_reason: Generated<LostReason | null>;
  assignee_id: number | null;
  interests: Json<Interest[]>;
  interest: string;
  cars: string;
  vehicle_id: number | null;
  trade: ColumnType<Trade | null, string | null, string | null>;
  comments: string;
  received_at: Date;
  due_at: Date;
  answered_at: Generated<Date | null>;
  answer_seconds: Generated<number | null>;
  attempted_at: Generated<Date | null>;
  attempt_seconds: Generated<number | null>;
  contacted_at: Generated<Date | null>;
  contact_seconds: Generated<number | null>;
  late_at: Generated<Date | null>;
  appointment_at: Generated<Date | null>;
  appointment_id: Generated<number | null>;
  appointment_set_at: Generated<Date | null>;
  showed_at: Generated<Date | null>;
  no_show_at: Generated<Date | null>;
  sold_at: Generated<Date | null>;
  is_remote: Generated<boolean>;
  be_backs: Generated<number>;
  last_at: Generated<Date>;
  version: Generated<number>;
  created_by: number | null;
  is_open: GeneratedAlways<boolean>;
  is_waiting: GeneratedAlways<boolean>;
  has_shown: GeneratedAlways<boolean>;
}

interface EventsTable {
  id: GeneratedAlways<number>;
  lead_id: number;
  kind: EventData['kind'];
  author_id: number | null;
  client_id: string | null;
  at: Generated<Date>;
  data: Json<object>;
}

interface LeadRoutingTable {
  store: Store;
  limit_minutes: number;
  in_turn: boolean;
  hours: Json<Hours>;
  version: Generated<number>;
}

interface SourcesTable {
  id: GeneratedAlways<number>;
  client_id: Generated<string>;
  store: Store;
  name: string;
  type: LeadType;
  key_hash: Buffer | null;
  is_active: Generated<boolean>;
  created_by: number;
  created_at: Generated<Date>;
}

interface DeliveriesTable {
  id: GeneratedAlways<number>;
  source_id: number;
  at: Generated<Date>;
  outcome: Delivery['outcome'];
  lead_id: number | null;
  problem: Generated<string>;
  bytes: number;
  raw: string | null;
  within_id: number | null;
}

export interface LeadTables extends PeopleTables {
  leads: LeadsTable;
  lead_events: EventsTable;
  lead_routing: LeadRoutingTable;
  lead_routing_members: {
    store: Store;
    user_id: number;
    accepts: Generated<boolean>;
    last_assigned_at: Date | null;
  };
  lead_sources: SourcesTable;
  lead_deliveries: DeliveriesTable;
}

export type LeadsDb = Db<LeadTables>;
