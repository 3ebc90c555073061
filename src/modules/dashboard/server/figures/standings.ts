import { sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import { addDays, weekdayOf } from '../../../../platform/contract/wallTime.ts';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import type { Standing } from '../../contract.ts';
import type { Scope } from '../policy.ts';
import type { Line } from './lines.ts';
import { type Period, thisMonth } from './period.ts';
import type { SalesRow } from './sales.ts';

export interface StandingRow {
  store: Store;
  aged: number;
  veryAged: number;
  inTransit: number;
  oldestDays: number | null;
  lateOrders: number;
  waitingLeads: number;
  /** Weekdays the showroom is closed: 0 is Sunday. */
  closed: number[];
}

/**
 * Open items of each store as of now. Aged: for sale and on the ground 61 to 90 days, and longer, since acquisition. In
 * transit: contracts, delivered and not funded. Late: open past the promised time. Waiting: leads whose response clock
 * runs.
 */
export async function readStandings(
  db: Db<AnyTables>,
  stores: readonly Store[],
  { today }: Period,
  now: Date,
): Promise<StandingRow[]> {
  const days = sql`${today}::date - v.acquired_on`;
  const { rows } = await sql<StandingRow>`
    select selected.store, stock.*, deals.*, orders.*, leads.*,
      coalesce((select array_agg(weekday % 7) from lead_routing d,
        jsonb_array_elements(d.hours) with ordinality opening (times, weekday)
        where d.store = selected.store and times = 'null'), '{}')::int[] as closed
    from unnest(${stores}::text[]) selected (store),
      lateral (select count(*) filter (where ${days} <= 90) as aged,
          count(*) filter (where ${days} > 90) as "veryAged"
        from stock_units v
        where v.in_stock and v.counted_as = 'on_ground' and v.store = selected.store and ${days} > 60) stock,
      lateral (select count(*) as "inTransit", ${today}::date - min(delivered_on) as "oldestDays"
        from deals d where d.status = 'delivered' and d.store = selected.store) deals,
      lateral (select count(*) as "lateOrders" from repair_orders o
        where o.is_open and o.promised_at < ${now} and o.store = selected.store) orders,
      lateral (select count(*) as "waitingLeads" from leads l
        where l.is_waiting and l.store = selected.store) leads`.execute(db);
  return rows;
}

/**
 * Projected units at month end: units so far ÷ selling days so far, including today, × selling days in the
 * month. Null until the first selling day, so also for a store that is closed every day.
 */
export function paceOf({ days }: Period, units: number, closed: readonly number[]): number | null {
  const month = days.from.slice(0, 7);
  let passed = 0;
  let all = 0;
  for (let date = days.from; date.startsWith(month); date = addDays(date, 1)) {
    if (closed.includes(weekdayOf(date))) continue;
    all += 1;
    if (date <= days.to) passed += 1;
  }
  return passed === 0 ? null : Math.round((units / passed) * all);
}

interface StandingsInput {
  scope: Scope;
  period: Period;
  units: Line;
  sales: readonly SalesRow[];
}

/** One store’s results, limited to what this scope may see. */
export function standingOf(
  row: StandingRow,
  { scope, period, units, sales }: StandingsInput,
): Standing {
  const { store, inTransit, oldestDays, lateOrders, waitingLeads } = row;
  const sold = sales.find((one) => one.store === store && one.part === thisMonth);
  return {
    store,
    units: units.now,
    before: units.before,
    pace: paceOf(period, units.now, row.closed),
    ...(scope.gross && { gross: grossOf(sold) }),
    ...(scope.stock && { aged: { '61-90': row.aged, '90+': row.veryAged } }),
    ...(scope.records && {
      inTransit: { count: inTransit, oldestDays },
      lateOrders,
      waitingLeads,
    }),
  };
}

/** Per unit: back gross, and front and back gross, ÷ units; null without units. */
function grossOf(sold: SalesRow | undefined): NonNullable<Standing['gross']> {
  const { frontCents = 0, backCents = 0, units = 0 } = sold ?? {};
  const perUnit = (cents: number) => (units === 0 ? null : Math.round(cents / units));
  return {
    frontCents,
    backCents,
    backPerUnitCents: perUnit(backCents),
    perUnitCents: perUnit(frontCents + backCents),
  };
}
