import { type Selectable, sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { toReference } from '../../../../platform/server/records/references.ts';
import { inStores } from '../../../../platform/server/records/stores.ts';
import type { Line, Order } from '../../contract/order.ts';
import type { Status } from '../../contract/status.ts';
import { canSeeCost, storesOf } from '../policy.ts';
import type { LinesTable } from '../tables.ts';

export interface OrderRow {
  id: number;
  store: Store;
  number: string;
  status: Status;
  customer_id: number;
  customer: string;
  vehicle: string;
  vin: string | null;
  advisor_id: number;
  advisor: string;
  opened_at: Date;
  promised_at: Date | null;
  closed_at: Date | null;
  first_closed_at: Date | null;
  first_sale_cents: number | null;
  first_cost_cents: number | null;
  miles_in: number | null;
  miles_out: number | null;
  note: string;
  line_count: number;
  hours_flagged: number;
  sale_cents: number;
  cost_cents: number;
  version: number;
}

/** Complete with a `where` on `repair_orders r`. */
export const selectOrders = sql`
  select r.id, r.store, r.number, r.status, c.id as customer_id, c.name as customer, r.vehicle, r.vin,
    r.advisor_id, a.shown_name as advisor, r.opened_at, r.promised_at, r.closed_at,
    r.first_closed_at, r.first_sale_cents, r.first_cost_cents, r.miles_in, r.miles_out, r.note,
    r.version, sums.*
  from repair_orders r
  join customers named on named.id = r.customer_id
  join customers c on c.id = named.root_id
  join users a on a.id = r.advisor_id
  cross join lateral (
    select count(*) as line_count, coalesce(sum(l.hours_flagged), 0) as hours_flagged,
      coalesce(sum(l.labor_sale_cents + l.parts_sale_cents), 0) as sale_cents,
      coalesce(sum(l.labor_cost_cents + l.parts_cost_cents), 0) as cost_cents
    from repair_order_lines l where l.repair_order_id = r.id and not l.declined) sums`;

/** Condition on `repair_orders r`. */
export const visibleTo = (actor: Actor) => inStores('r.store', storesOf(actor));

const iso = (at: Date | null) => at?.toISOString() ?? null;

export const toOrder = (row: OrderRow, actor: Actor): Order => ({
  id: row.id,
  store: row.store,
  number: row.number,
  status: row.status,
  customer: { id: row.customer_id, name: row.customer },
  vehicle: row.vehicle,
  vin: row.vin,
  advisor: { id: row.advisor_id, name: row.advisor },
  openedAt: row.opened_at.toISOString(),
  promisedAt: iso(row.promised_at),
  closedAt: iso(row.closed_at),
  lineCount: row.line_count,
  hoursFlagged: row.hours_flagged,
  saleCents: row.sale_cents,
  ...(canSeeCost(actor) && { grossCents: row.sale_cents - row.cost_cents }),
  version: row.version,
});

export type LineRow = Selectable<LinesTable> & { technician: string | null };

export const toLine = (row: LineRow, actor: Actor): Line => ({
  id: row.id,
  payType: row.pay_type,
  opCode: row.op_code,
  complaint: row.complaint,
  cause: row.cause,
  correction: row.correction,
  technician: toReference(row.technician_id, row.technician),
  hoursFlagged: row.hours_flagged,
  hoursActual: row.hours_actual,
  laborSaleCents: row.labor_sale_cents,
  partsSaleCents: row.parts_sale_cents,
  declined: row.declined,
  ...(canSeeCost(actor) && {
    cost: { laborCents: row.labor_cost_cents, partsCents: row.parts_cost_cents },
  }),
});
