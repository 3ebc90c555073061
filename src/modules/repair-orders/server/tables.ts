import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Store } from '../../../platform/contract/access.ts';
import type { Db } from '../../../platform/server/db/database.ts';
import type { PeopleTables } from '../../people/server/public.ts';
import type { PayType } from '../contract/order.ts';
import type { Status } from '../contract/status.ts';
import type { OrderEvent } from '../contract.ts';

interface OrdersTable {
  id: GeneratedAlways<number>;
  client_id: string;
  store: Store;
  number: string;
  customer_id: number;
  vehicle: string;
  vin: string | null;
  advisor_id: number;
  status: Generated<Status>;
  opened_at: Date;
  promised_at: Date | null;
  closed_at: Generated<Date | null>;
  /** Set once it was reopened: when it was closed before, and with which amounts. */
  first_closed_at: Generated<Date | null>;
  first_sale_cents: Generated<number | null>;
  first_cost_cents: Generated<number | null>;
  miles_in: number | null;
  miles_out: number | null;
  note: string;
  version: Generated<number>;
  created_by: number;
  created_at: Generated<Date>;
  import_id: Generated<number | null>;
  is_open: GeneratedAlways<boolean>;
}

export interface LinesTable {
  id: GeneratedAlways<number>;
  repair_order_id: number;
  position: number;
  pay_type: PayType;
  op_code: string;
  complaint: string;
  cause: string;
  correction: string;
  technician_id: number | null;
  hours_flagged: number;
  hours_actual: number;
  labor_sale_cents: number;
  labor_cost_cents: number;
  parts_sale_cents: number;
  parts_cost_cents: number;
  declined: boolean;
  version: Generated<number>;
}

interface EventsTable {
  id: GeneratedAlways<number>;
  repair_order_id: number;
  kind: OrderEvent['data']['kind'];
  author_id: number;
  at: Generated<Date>;
  data: ColumnType<object, string, never>;
}

export interface RepairOrderTables extends PeopleTables {
  repair_orders: OrdersTable;
  repair_order_lines: LinesTable;
  repair_order_events: EventsTable;
  repair_order_counters: { store: Store; last: number };
}

export type OrdersDb = Db<RepairOrderTables>;
