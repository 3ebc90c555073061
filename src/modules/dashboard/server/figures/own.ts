import { sql } from 'kysely';
import { stores } from '../../../../platform/contract/access.ts';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Day } from '../../contract.ts';
import { instantsOf, type Period, sameDays, thisMonth } from './period.ts';

type Kind = Day['month'][number]['kind'];
type Own = Record<Kind | `${Kind}Before`, number>;

/**
 * Units: retail and lease deals the user delivered, half a unit for a shared deal. Orders: closed repair
 * orders the user advised. Hours: flagged on the user’s lines of closed orders, without declined lines. All
 * stores count, including those the user has left. Figures that do not apply to the user are left out.
 */
export async function readOwnMonth(
  db: Db<AnyTables>,
  actor: Pick<Actor, 'userId' | 'department'>,
  period: Period,
): Promise<Day['month']> {
  const { rows } = await sql<Own>`
    with sold as (${soldBy(actor.userId, period)}), closed as (${closedIn(period)}),
      worked as (select l.hours_flagged, c.part from closed c
        join repair_order_lines l on l.repair_order_id = c.id
        where l.technician_id = ${actor.userId} and not l.declined)
    select units.now as units, units.before as "unitsBefore", orders.now as orders,
      orders.before as "ordersBefore", hours.now as hours, hours.before as "hoursBefore"
    from (select ${nowAndBefore('sum(unit)')} from sold) units,
      (select ${nowAndBefore('count(*)')} from closed where advisor_id = ${actor.userId}) orders,
      (select ${nowAndBefore('sum(hours_flagged)')} from worked) hours`.execute(db);
  const [own] = rows;
  if (!own) return [];
  const kinds = [
    { kind: 'units' as const, now: own.units, before: own.unitsBefore },
    { kind: 'orders' as const, now: own.orders, before: own.ordersBefore },
    { kind: 'hours' as const, now: own.hours, before: own.hoursBefore },
  ];
  return kinds.filter(
    ({ kind, now, before }) =>
      now + before > 0 || (kind === 'units' && actor.department === 'sales'),
  );
}

const nowAndBefore = (sum: string) => sql`
  coalesce(${sql.raw(sum)} filter (where part = ${thisMonth}), 0)::float8 as now,
  coalesce(${sql.raw(sum)} filter (where part = ${sameDays}), 0)::float8 as before`;

const soldBy = (userId: number, { parts, days, end }: Period) => sql`
  select case when second_salesperson_id is null then 1 else 0.5 end as unit,
    width_bucket(delivered_on, ${parts}::date[]) as part
  from deals
  where (salesperson_id = ${userId} or second_salesperson_id = ${userId}) and is_retail
    and delivered_on >= ${days.beforeFrom}::date and delivered_on < ${end}::date`;

function closedIn(period: Period) {
  const bounds = instantsOf(period, period.parts);
  const [from, end] = instantsOf(period, [period.days.beforeFrom, period.end]);
  return sql`
    select id, advisor_id, width_bucket(closed_at, ${bounds}::timestamptz[]) as part
    from repair_orders
    where store = any(${stores}::text[]) and status = 'closed'
      and closed_at >= ${from}::timestamptz and closed_at < ${end}::timestamptz`;
}
