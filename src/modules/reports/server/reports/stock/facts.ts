import { type RawBuilder, sql } from 'kysely';
import { addDays } from '../../../../../platform/contract/wallTime.ts';
import { addMonths, earlier, firstOfMonth } from '../../../contract/period.ts';
import type { Asked } from '../../report.ts';
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
export function stockFacts(asked: Asked, by: string): RawBuilder<unknown> {
  const { stores, span } = asked;
  const needed = [by, ...asked.only.map((one) => one.by)];
  const isMonthly = needed.includes('month');
  const days = sql`select unnest(${isMonthly ? monthEnds(span) : [span.to]}::date[]) as day`;
  const earliest = isMonthly ? span.from : span.to;
  const first = addDays(earliest, -paceDays);
  const make = needed.includes('make') ? soldMake : sql`null`;
  const hasModel = needed.includes('model');
  // The cars are read once and then laid against the days, and not once for each day.
  return sql`(
    with cars as materialized (
      select v.store, v.make, v.model, v.condition, v.acquired_on, v.gone_on, v.in_stock, v.cost_cents,
        v.list_cents, v.floored_on, v.floorplan_rate_bps
      from vehicles v where v.store = any(${stores}::text[])
        and v.acquired_on <= ${span.to}::date and (v.in_stock or v.gone_on > ${earliest}::date))
    select days.day, true as is_car, v.store, v.make, v.make || ' ' || v.model as model, v.condition,
      days.day - v.acquired_on as age, v.cost_cents, v.list_cents,
      case when v.floored_on <= days.day then v.floorplan_rate_bps end as rate_bps
    from cars v join (${days}) days on ${stoodOn(sql`days.day`)}
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

/** The last day of each month of a span, of the last one as far as it goes. */
function monthEnds({ from, to }: Asked['span']): string[] {
  const ends: string[] = [];
  for (let first = firstOfMonth(from); first <= to; first = addMonths(first, 1)) {
    ends.push(earlier(addDays(addMonths(first, 1), -1), to));
  }
  return ends;
}
