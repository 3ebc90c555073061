import { type RawBuilder, sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import { addDays } from '../../../../platform/contract/wallTime.ts';
import type { PayType } from '../../../repair-orders/server/public.ts';
import type { Span } from '../../contract/period.ts';
import { startOfDay } from '../tally/facts.ts';

/** Dimensions of closed orders besides store and day. */
export type Side = 'advisor' | 'technician' | 'payType';

/** The technician id in a cell for lines without a technician. */
export const noTechnician = -1;

/** Sums over the orders of one store and day. Declined lines are only counted. */
export const amounts = [
  'orders',
  'customer_orders',
  'warranty_orders',
  'internal_orders',
  'one_line_orders',
  'open_ms',
  'lines',
  'declined_lines',
  'hours_flagged',
  'hours_actual',
  'timed_hours_flagged',
  'labor_sale_cents',
  'labor_cost_cents',
  'parts_sale_cents',
  'parts_cost_cents',
  'customer_labor_cents',
  'customer_parts_cents',
] as const;
export type Amounts = Record<(typeof amounts)[number], number>;

export const keys = ['store', 'day', 'advisor_id', 'technician_id', 'pay_type'] as const;
export const columns = sql.raw([...keys, ...amounts].join(', '));

const order = (zone: string) => sql`o.id, o.store, o.advisor_id,
  (o.closed_at at time zone ${zone})::date as day,
  (extract(epoch from o.closed_at - o.opened_at) * 1000)::bigint as open_ms`;

export const everyOrder = (zone: string) =>
  sql`select ${order(zone)} from repair_orders o where o.status = 'closed'`;

/** Orders closed on these local days. */
export const ordersOf = (stores: readonly Store[], { from, to }: Span, zone: string) => sql`
  select ${order(zone)} from repair_orders o
  where o.status = 'closed' and o.store = any(${stores}::text[])
    and o.closed_at >= ${startOfDay(zone, from)}::timestamptz
    and o.closed_at < ${startOfDay(zone, addDays(to, 1))}::timestamptz`;

/** Orders closed on the store days listed in the table `days`. */
export const ordersOn = (days: string, zone: string) => sql`
  select near.* from ${sql.ref(days)} d cross join lateral (
    select ${order(zone)} from repair_orders o
    where o.status = 'closed' and o.store = d.store
      and o.closed_at >= d.day::timestamp at time zone ${zone} - interval '3 hours'
      and o.closed_at < (d.day + 1)::timestamp at time zone ${zone} + interval '3 hours') near
  where near.day = d.day`;

const done = sql`not l.declined`;
const paidBy = (payType: PayType) => sql`(${done} and l.pay_type = ${payType})`;
const sumOf = (column: string, which: RawBuilder<unknown> = done) =>
  sql`coalesce(sum(${sql.ref(`l.${column}`)}) filter (where ${which}), 0)`;

/**
 * Aggregates orders into cells. Grouped by a property of its lines, an order counts in every cell where it has
 * a line that was not declined, with those lines only.
 */
export function cellsOf(sides: readonly Side[], orders: RawBuilder<unknown>): RawBuilder<unknown> {
  const isByLine = sides.includes('technician') || sides.includes('payType');
  return sql`
    select store, day, advisor_id, technician_id, pay_type,
      count(*) filter (where counts) as orders,
      count(*) filter (where customer_lines > 0) as customer_orders,
      count(*) filter (where warranty) as warranty_orders,
      count(*) filter (where internal) as internal_orders,
      count(*) filter (where customer_lines = 1) as one_line_orders,
      coalesce(sum(open_ms) filter (where counts), 0) as open_ms,
      ${sql.raw(
        amounts
          .slice(6)
          .map((name) => `sum(${name}) as ${name}`)
          .join(', '),
      )}
    from (
      select o.id, o.store, o.day, o.open_ms,
        ${sides.includes('advisor') ? sql`o.advisor_id` : sql`0`} as advisor_id,
        ${sides.includes('technician') ? sql`coalesce(l.technician_id, ${sql.lit(noTechnician)})` : sql`0`}
          as technician_id,
        ${sides.includes('payType') ? sql`l.pay_type` : sql`''`} as pay_type,
        ${isByLine ? sql`bool_or(${done})` : sql`true`} as counts,
        count(*) filter (where ${paidBy('customer')}) as customer_lines,
        coalesce(bool_or(${paidBy('warranty')}), false) as warranty,
        coalesce(bool_or(${paidBy('internal')}), false) as internal,
        count(l.id) as lines, count(*) filter (where l.declined) as declined_lines,
        ${sumOf('hours_flagged')} as hours_flagged, ${sumOf('hours_actual')} as hours_actual,
        ${sumOf('hours_flagged', sql`(${done} and l.hours_actual > 0)`)} as timed_hours_flagged,
        ${sumOf('labor_sale_cents')} as labor_sale_cents,
        ${sumOf('labor_cost_cents')} as labor_cost_cents,
        ${sumOf('parts_sale_cents')} as parts_sale_cents,
        ${sumOf('parts_cost_cents')} as parts_cost_cents,
        ${sumOf('labor_sale_cents', paidBy('customer'))} as customer_labor_cents,
        ${sumOf('parts_sale_cents', paidBy('customer'))} as customer_parts_cents
      from (${orders}) o
      ${isByLine ? sql`join` : sql`left join`} repair_order_lines l on l.repair_order_id = o.id
      group by 1, 2, 3, 4, 5, 6, 7) per_order
    group by 1, 2, 3, 4, 5`;
}
