import { sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import { instantsOf, type Period, type Span, sameDays } from './period.ts';

export interface ActiveCustomers {
  /** From 0, oldest first. */
  month: number;
  customers: number;
  /** Those active within the same days as this month to date. */
  early: number;
}

/**
 * Customers with a repair order opened, a deal opened or delivered, a showroom visit or a lead in a month.
 * A merged customer counts as the survivor, and each counts once a month.
 */
export async function readActiveCustomers(
  db: Db<AnyTables>,
  stores: readonly Store[],
  period: Period,
  span: Span,
): Promise<ActiveCustomers[]> {
  const bounds = instantsOf(period, period.parts);
  const [from, end] = instantsOf(period, [span.from, span.end]);
  const own = sql`store = any(${stores}::text[])`;
  const of = (at: string) => sql`${sql.ref(at)} >= ${from}::timestamptz
    and ${sql.ref(at)} < ${end}::timestamptz and ${own}`;
  const part = (at: string) => sql`width_bucket(${sql.ref(at)}, ${bounds}::timestamptz[]) as part`;
  const { rows } = await sql<ActiveCustomers>`
    with met as (
      select customer_id, ${part('opened_at')} from repair_orders where ${of('opened_at')}
      union all select customer_id, ${part('opened_at')} from deals where ${of('opened_at')}
      union all select customer_id, width_bucket(delivered_on, ${period.parts}::date[]) from deals
        where delivered_on >= ${span.from}::date and delivered_on < ${span.end}::date and ${own}
      union all select customer_id, ${part('arrived_at')} from customer_ups
        where ${of('arrived_at')} and customer_id is not null
      union all select customer_id, ${part('received_at')} from leads where ${of('received_at')}),
    merged as materialized (select id, survivor_id from customers where survivor_id is not null),
    monthly as (
      select coalesce(m.survivor_id, met.customer_id) as customer,
        case when part <= ${sameDays} then part - 1 else part - 2 end as month,
        bool_or(part = ${sameDays}) as early
      from met left join merged m on m.id = met.customer_id group by 1, 2)
    select month, count(*) as customers, count(*) filter (where early) as early
    from monthly group by month`.execute(db);
  return rows;
}
