import { type RawBuilder, sql } from 'kysely';
import { addDays } from '../../../../../platform/contract/wallTime.ts';
import { addMonths, earlier, firstOfMonth } from '../../../contract/period.ts';
import type { ReportQuery } from '../../report.ts';
import { knownModel, soldMake, soldModel } from '../cars.ts';

/** So many days of deliveries say how fast a stock is sold. */
export const paceDays = 30;

/** Cars `v` that stood in stock at the end of a day; one that came back, since it did. */
export const stoodOn = (day: RawBuilder<unknown>) => sql`v.acquired_on <= ${day}
  and (v.gone_on > ${day} or (v.gone_on is null and v.in_stock))`;

/**
 * The cars that stood in stock at the end of a day, and the units delivered in the thirty days up to it, as
 * rows `f` of one kind: of a car `is_car`, and its `age` in days. Of the last day asked for; told apart by
 * month of the last day of each, as far as it has come.
 */
export function stockFacts(asked: ReportQuery, by: string): RawBuilder<unknown> {
  const { stores, span } = asked;
  const needed = [by, ...asked.only.map((one) => one.by)];
  const isMonthly = needed.includes('month');
  const ends = isMonthly ? monthEnds(span) : [span.to];
  const days = sql`select unnest(${ends}::date[]) as day`;
  const earliest = isMonthly ? span.from : span.to;
  const first = addDays(earliest, -paceDays);
  const make = needed.includes('make') ? soldMake : sql`null`;
  const hasModel = needed.includes('model');
  // Each car is read once and says on which of the days it stood there: those from the first to the last of them.
  return sql`(
    select v.day, true as is_car, v.store, v.make, v.make || ' ' || v.model as model, v.condition,
      v.day - v.acquired_on as age, v.cost_cents, v.list_cents,
      case when v.floored_on <= v.day then v.floorplan_rate_bps end as rate_bps
    from (
      select v.*, unnest((${ends}::date[])[${before(ends, sql`v.acquired_on`)} + 1 :
        case when v.gone_on is null then ${sql.lit(ends.length)} else ${before(ends, sql`v.gone_on`)} end]) as day
      from vehicles v where v.store = any(${stores}::text[])
        and v.acquired_on <= ${span.to}::date and (v.in_stock or v.gone_on > ${earliest}::date)) v
    union all
    select days.day, false, d.store, ${make}, ${hasModel ? soldModel : sql`null::text`},
      d.condition, null::integer, null::integer, null::integer, null::integer
    from (${days}) days
      join deals d on d.delivered_on > days.day - ${sql.lit(paceDays)} and d.delivered_on <= days.day
      left join vehicles v on v.id = d.vehicle_id
      ${hasModel ? knownModel({ ...asked, span: { from: first, to: span.to } }) : sql``}
    where d.store = any(${stores}::text[]) and d.is_retail
      and d.delivered_on between ${first}::date and ${span.to}::date) f`;
}

/** How many of these days, in their order, are before a day. */
const before = (days: readonly string[], day: RawBuilder<unknown>) =>
  sql`width_bucket(${day} - 1, ${days}::date[])`;

/** The last day of each month of a span, of the last one as far as it goes. */
function monthEnds({ from, to }: ReportQuery['span']): string[] {
  const ends: string[] = [];
  for (let first = firstOfMonth(from); first <= to; first = addMonths(first, 1)) {
    ends.push(earlier(addDays(addMonths(first, 1), -1), to));
  }
  return ends;
}
