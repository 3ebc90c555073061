import { type RawBuilder, sql } from 'kysely';
import { type JobGrants, stores } from '../../../../platform/contract/access.ts';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { canSeeDealCost, salesCredits } from '../../../deals/server/public.ts';
import { type Day, ownKinds } from '../../contract.ts';
import { instantsOf, type Period, sameDays, thisMonth } from './period.ts';

type Kind = Day['month'][number]['kind'];
type Figures = Record<Kind, { now: number; before: number }>;
type Sql = RawBuilder<unknown>;

/**
 * Units: retail and lease deals the user sold and that were delivered, half a unit for a shared deal, with its
 * share of front and back gross. Closed: deals the user closed for others. Finance: deals the user handled in
 * F&I, with their back gross. Orders: closed repair orders the user advised. Hours: flagged on the user’s lines
 * of closed orders, without declined lines. All stores count, including those the user has left. Figures that
 * do not apply to the user are left out, and gross without access to it.
 */
export async function readOwnMonth(
  db: Db<AnyTables>,
  actor: Pick<Actor, 'userId' | 'department'> & JobGrants,
  period: Period,
): Promise<Day['month']> {
  const { userId } = actor;
  const { rows } = await sql<Figures>`
    with sold as (${soldBy(userId, period)}),
      closed as (${inRole('closer_id', sql`front_cents::bigint + back_cents`, userId, period)}),
      financed as (${inRole('finance_manager_id', sql`back_cents`, userId, period)}),
      orders as (${ordersIn(period)}),
      worked as (select l.hours_flagged, o.part from orders o
        join repair_order_lines l on l.repair_order_id = o.id
        where l.technician_id = ${userId} and not l.declined)
    select ${nowAndBefore('units', sql`sum(share)`, sql`sold`)},
      ${nowAndBefore('gross', sql`sum(cents)`, sql`sold`)},
      ${nowAndBefore('closedUnits', sql`count(*)`, sql`closed`)},
      ${nowAndBefore('closedGross', sql`sum(cents)`, sql`closed`)},
      ${nowAndBefore('financeUnits', sql`count(*)`, sql`financed`)},
      ${nowAndBefore('financeGross', sql`sum(cents)`, sql`financed`)},
      ${nowAndBefore('orders', sql`count(*)`, sql`orders where advisor_id = ${userId}`)},
      ${nowAndBefore('hours', sql`sum(hours_flagged)`, sql`worked`)}`.execute(db);
  const [own] = rows;
  if (!own) return [];
  const happened = (kind: Kind) => own[kind].now !== 0 || own[kind].before !== 0;
  const shown: Record<Kind, boolean> = {
    units: happened('units') || actor.department === 'sales',
    gross: happened('units') && canSeeDealCost(actor),
    closedUnits: happened('closedUnits'),
    closedGross: happened('closedUnits') && canSeeDealCost(actor),
    financeUnits: happened('financeUnits'),
    financeGross: happened('financeUnits') && canSeeDealCost(actor),
    orders: happened('orders'),
    hours: happened('hours'),
  };
  return ownKinds.filter((kind) => shown[kind]).map((kind) => ({ kind, ...own[kind] }));
}

const nowAndBefore = (kind: Kind, sum: Sql, from: Sql) => sql`
  (select json_build_object(
    'now', coalesce(${sum} filter (where part = ${thisMonth}), 0)::float8,
    'before', coalesce(${sum} filter (where part = ${sameDays}), 0)::float8)
  from ${from}) as ${sql.ref(kind)}`;

/** Retail and lease deals `d` of last month and this month to date. */
const delivered = ({ days, end }: Period) => sql`d.is_retail
  and d.delivered_on >= ${days.beforeFrom}::date and d.delivered_on < ${end}::date`;

const partOf = ({ parts }: Period) => sql`width_bucket(d.delivered_on, ${parts}::date[]) as part`;

const soldBy = (userId: number, period: Period) => sql`
  select credit.share, credit.front_cents::bigint + credit.back_cents as cents, ${partOf(period)}
  from deals d ${salesCredits}
  where (d.salesperson_id = ${userId} or d.second_salesperson_id = ${userId})
    and credit.user_id = ${userId} and ${delivered(period)}`;

const inRole = (
  column: 'closer_id' | 'finance_manager_id',
  cents: Sql,
  userId: number,
  period: Period,
) =>
  sql`select ${cents} as cents, ${partOf(period)} from deals d
    where ${sql.ref(`d.${column}`)} = ${userId} and ${delivered(period)}`;

function ordersIn(period: Period) {
  const bounds = instantsOf(period, period.parts);
  const [from, end] = instantsOf(period, [period.days.beforeFrom, period.end]);
  return sql`
    select id, advisor_id, width_bucket(closed_at, ${bounds}::timestamptz[]) as part
    from repair_orders
    where store = any(${stores}::text[]) and status = 'closed'
      and closed_at >= ${from}::timestamptz and closed_at < ${end}::timestamptz`;
}
