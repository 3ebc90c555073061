import { type RawBuilder, sql } from 'kysely';
import type { Asked } from '../../report.ts';
import { dayOf, storeIn, timeIn } from '../../tally/facts.ts';

/**
 * Cars `v` that reached the frontline in the span by a step `s`, the first time since they were acquired: a
 * car that was sent back to the shop has been finished before.
 */
export const finished = (asked: Asked): RawBuilder<unknown> => sql`s.stage = 'frontline'
  and ${timeIn('s.entered_at', asked)} and ${storeIn('v.store', asked)}
  and ${dayOf('s.entered_at', asked)} >= v.acquired_on and ${isFirst(asked)}`;

const isFirst = (asked: Asked): RawBuilder<unknown> => sql`not exists (
  select from vehicle_recon_steps e where e.vehicle_id = s.vehicle_id and e.stage = 'frontline'
    and e.id < s.id and ${dayOf('e.entered_at', asked)} >= v.acquired_on)`;

/** What the way of `v` to the step `s` cost; null where nothing of it is entered. */
export const reconCost = (asked: Pick<Asked, 'timezone'>): RawBuilder<unknown> => sql`(
  select sum(coalesce(w.actual_cents, w.estimate_cents)) from vehicle_recon_steps w
  where w.vehicle_id = v.id and w.id <= s.id and ${dayOf('w.entered_at', asked)} >= v.acquired_on)`;

/**
 * Cars finished, and the stages left on the way, as rows `f` of one kind. What day it was costs more to say of
 * an instant than all the rest: it is said once of a car, and of the steps before only where it decides.
 */
export const reconFacts = (asked: Asked): RawBuilder<unknown> => sql`(
  with reached as materialized (
    select s.id, s.vehicle_id, s.stage, s.entered_at, ${dayOf('s.entered_at', asked)} as day
    from vehicle_recon_steps s where s.stage = 'frontline' and ${timeIn('s.entered_at', asked)}),
  done as materialized (
    select s.id, s.vehicle_id, s.entered_at, s.day, v.store, v.condition, v.make, v.acquired_on,
      (v.acquired_on + 2)::timestamp at time zone 'UTC' as after_that
    from reached s join vehicles v on v.id = s.vehicle_id
    where ${storeIn('v.store', asked)} and s.day >= v.acquired_on and ${isFirst(asked)})
  select false as is_step, d.store, d.condition, d.make, null::text as stage, d.entered_at as at,
    d.day - d.acquired_on as line_days, ways.cost_cents, null::float8 as stage_days
  from done d left join (${costsOfWays(asked)}) ways on ways.id = d.id
  union all
  select true, v.store, v.condition, v.make, s.stage, s.left_at, null::integer, null::bigint,
    date_part('epoch', s.left_at - s.entered_at) / 86400
  from vehicle_recon_steps s join vehicles v on v.id = s.vehicle_id
  where s.stage <> 'frontline' and ${timeIn('s.left_at', asked)}
    and ${storeIn('v.store', asked)}) f`;

/** `reconCost` of all cars that are done, by one join and not car by car. */
const costsOfWays = (asked: Asked): RawBuilder<unknown> =>
  asked.sight.money
    ? sql`select d.id, sum(coalesce(w.actual_cents, w.estimate_cents)) as cost_cents
        from done d join vehicle_recon_steps w on w.vehicle_id = d.vehicle_id and w.id <= d.id
          and (w.entered_at >= d.after_that or ${dayOf('w.entered_at', asked)} >= d.acquired_on)
        group by d.id`
    : sql`select null::integer as id, null::bigint as cost_cents where false`;
