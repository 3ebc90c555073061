import { type RawBuilder, sql } from 'kysely';
import { addDays } from '../../../../../platform/contract/wallTime.ts';
import { addMonths, earlier, firstOfMonth, lastOfMonth } from '../../../contract/period.ts';
import type { ReadQuery } from '../../report.ts';
import { knownModel, soldMake, soldModel } from '../vehicles.ts';

/** Days of deliveries used to calculate the sales rate. */
export const paceDays = 30;

/** Vehicles `v` in stock at the end of a day; one that came back counts from its return. */
export const stoodOn = (day: RawBuilder<unknown>) => sql`v.acquired_on <= ${day}
  and (v.gone_on > ${day} or (v.gone_on is null and v.in_stock))`;

/** What a vehicle `v` in stock counted as on a day; each counts once. Its use is not kept, so the present one counts. */
export const countedAs = (day: RawBuilder<unknown>) => sql`case
  when v.sold_on <= ${day} then 'sold'
  when v.class <> 'retail' then 'loaner'
  when v.arrived_on is null or v.arrived_on > ${day} then 'in_transit'
  else 'on_ground' end`;

/** Its age on a day; null unless it is for sale and here, because nothing else ages. */
export const ageOn = (day: RawBuilder<unknown>) => sql`case
  when v.sold_on <= ${day} or v.class <> 'retail' or v.arrived_on is null or v.arrived_on > ${day} then null
  else ${day} - v.acquired_on end`;

/**
 * Vehicles in stock at the end of a day, and units delivered in the thirty days up to it, as rows `f`: for a
 * vehicle `is_vehicle` is true, `age` is in days, `balance_cents` is what is still owed to its lender, and
 * `interest_cents` the interest on it that day. For the last requested day; by month, for the last day of each month to
 * date.
 */
export function stockFacts(query: ReadQuery, by: string): RawBuilder<unknown> {
  const { stores, span } = query;
  const needed = [by, ...query.only.map((one) => one.by)];
  const isMonthly = needed.includes('month');
  const ends = isMonthly ? monthEnds(span) : [span.to];
  const days = sql`select unnest(${ends}::date[]) as day`;
  const earliest = isMonthly ? span.from : span.to;
  const first = addDays(earliest, -paceDays);
  const make = needed.includes('make') ? soldMake : sql`null`;
  const hasModel = needed.includes('model');
  // Each vehicle is read once and expanded to the days it was in stock.
  return sql`(
    select v.day, true as is_vehicle, v.store, v.make, v.make || ' ' || v.model as model, v.condition,
      ${ageOn(sql`v.day`)} as age, ${countedAs(sql`v.day`)} as counted_as, v.cost_cents, v.list_cents,
      case when v.floored_on <= v.day then
        (select floorplan_daily(u, v.day) from stock_units u where u.id = v.id) end as interest_cents,
      case when v.floored_on <= v.day then
        (select floorplan_balance(u, v.day) from stock_units u where u.id = v.id) end as balance_cents
    from (
      select v.*, unnest((${ends}::date[])[${before(ends, sql`v.acquired_on`)} + 1 :
        case when v.gone_on is null then ${sql.lit(ends.length)} else ${before(ends, sql`v.gone_on`)} end]) as day
      from stock_vehicles v where v.store = any(${stores}::text[])
        and v.acquired_on <= ${span.to}::date and (v.in_stock or v.gone_on > ${earliest}::date)) v
    union all
    select days.day, false, d.store, ${make}, ${hasModel ? soldModel : sql`null::text`},
      d.condition, null::integer, null::text, null::integer, null::integer, null::float8, null::bigint
    from (${days}) days
      join deals d on d.delivered_on > days.day - ${sql.lit(paceDays)} and d.delivered_on <= days.day
      left join stock_vehicles v on v.id = d.vehicle_id
      ${hasModel ? knownModel({ ...query, span: { from: first, to: span.to } }) : sql``}
    where d.store = any(${stores}::text[]) and d.is_retail
      and d.delivered_on between ${first}::date and ${span.to}::date) f`;
}

/** The number of these sorted days before a day. */
const before = (days: readonly string[], day: RawBuilder<unknown>) =>
  sql`width_bucket(${day} - 1, ${days}::date[])`;

/** The last day of each month of a span; for the last month, the end of the span. */
function monthEnds({ from, to }: ReadQuery['span']): string[] {
  const ends: string[] = [];
  for (let first = firstOfMonth(from); first <= to; first = addMonths(first, 1)) {
    ends.push(earlier(lastOfMonth(first), to));
  }
  return ends;
}
