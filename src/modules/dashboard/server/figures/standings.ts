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
  /** Which weekdays the showroom stays closed: 0 is Sunday. */
  closed: number[];
}

/**
 * What waits in each store now. Aged: in stock for 61 to 90 days, and for longer, since they were acquired.
 * In transit: delivered and not funded. Late: not closed and past the promised time. Waiting: leads nobody
 * has answered.
 */
export async function readStandings(
  db: Db<AnyTables>,
  stores: readonly Store[],
  { today }: Period,
  now: Date,
): Promise<StandingRow[]> {
  const days = sql`${today}::date - v.acquired_on`;
  const { rows } = await sql<StandingRow>`
    select asked.store, cars.*, deals.*, orders.*, leads.*,
      coalesce((select array_agg(weekday % 7) from lead_desks d,
        jsonb_array_elements(d.hours) with ordinality opening (times, weekday)
        where d.store = asked.store and times = 'null'), '{}')::int[] as closed
    from unnest(${stores}::text[]) asked (store),
      lateral (select count(*) filter (where ${days} <= 90) as aged,
          count(*) filter (where ${days} > 90) as "veryAged"
        from vehicles v where v.in_stock and v.store = asked.store and ${days} > 60) cars,
      lateral (select count(*) as "inTransit", ${today}::date - min(delivered_on) as "oldestDays"
        from deals d where d.status = 'delivered' and d.store = asked.store) deals,
      lateral (select count(*) as "lateOrders" from repair_orders o
        where o.is_open and o.promised_at < ${now} and o.store = asked.store) orders,
      lateral (select count(*) as "waitingLeads" from leads l
        where l.is_open and l.status = 'new' and l.store = asked.store) leads`.execute(db);
  return rows;
}

/**
 * Units by the end of the month: units so far ÷ selling days so far, today included, × selling days of the
 * month. A store that says it is closed every day sells on none; null while none has passed.
 */
export function paceOf({ days }: Period, units: number, closed: readonly number[]): number | null {
  const month = days.from.slice(0, 7);
  let [passed, all] = [0, 0];
  for (let date = days.from; date.startsWith(month); date = addDays(date, 1)) {
    if (closed.includes(weekdayOf(date))) continue;
    all += 1;
    if (date <= days.to) passed += 1;
  }
  return passed === 0 ? null : Math.round((units / passed) * all);
}

interface StandingsInput {
  sight: Scope;
  period: Period;
  units: Line;
  sales: readonly SalesRow[];
}

/** A store as somebody with this sight may see it. */
export function standingOf(
  row: StandingRow,
  { sight, period, units, sales }: StandingsInput,
): Standing {
  const { store, inTransit, oldestDays, lateOrders, waitingLeads } = row;
  const sold = sales.find((one) => one.store === store && one.part === thisMonth);
  return {
    store,
    units: units.now,
    before: units.before,
    pace: paceOf(period, units.now, row.closed),
    ...(sight.gross && { gross: grossOf(sold) }),
    ...(sight.stock && { aged: { '61-90': row.aged, '90+': row.veryAged } }),
    ...(sight.records && {
      inTransit: { count: inTransit, oldestDays },
      lateOrders,
      waitingLeads,
    }),
  };
}

/** Per unit: front and back gross ÷ units retailed; of no unit there is none. */
function grossOf(sold: SalesRow | undefined): NonNullable<Standing['gross']> {
  const { frontCents = 0, backCents = 0, units = 0 } = sold ?? {};
  const perUnitCents = units === 0 ? null : Math.round((frontCents + backCents) / units);
  return { frontCents, backCents, perUnitCents };
}
