import { type RawBuilder, sql } from 'kysely';
import type { ReportQuery } from '../../report.ts';
import { dayOf, storeIn, timeIn } from '../../tally/facts.ts';

type Sql = RawBuilder<unknown>;
type Clocks = Pick<ReportQuery, 'timezone'>;

/**
 * Cars `v` that reached the frontline in the span by a step `s`, the first time since they were acquired: a
 * car that was sent back to the shop has been finished before.
 */
export const finished = (asked: ReportQuery): Sql => sql`s.stage = 'frontline'
  and ${timeIn('s.entered_at', asked)} and ${storeIn('v.store', asked)}
  and ${dayOf('s.entered_at', asked)} >= v.acquired_on and ${isFirst(asked)}`;

const isFirst = (clocks: Clocks): Sql => sql`not exists (
  select from vehicle_recon_steps e where e.vehicle_id = s.vehicle_id and e.stage = 'frontline'
    and e.id < s.id and ${dayOf('e.entered_at', clocks)} >= v.acquired_on)`;

/** What the way of `v` to the step `s` cost; null where nothing of it is entered. */
export const reconCost = (clocks: Clocks): Sql => sql`(
  select sum(coalesce(w.actual_cents, w.estimate_cents)) from vehicle_recon_steps w
  where w.vehicle_id = v.id and w.id <= s.id and ${dayOf('w.entered_at', clocks)} >= v.acquired_on)`;

/** Which facts are wanted: all there are, unless told. */
export interface Wanted extends Clocks {
  /** Where the steps `s` are from, with a `where`. */
  steps: Sql;
  /** The steps that are of it by when they were entered or left. */
  isIn(moment: 's.entered_at' | 's.left_at'): Sql;
  /** The cars `v` that are of it. */
  isOf: Sql;
  /** Without it what a car cost is null. */
  hasCost: boolean;
}

/** The columns of a fact. */
export const columns = sql`step_id, vehicle_id, store, condition, make, stage, at, line_days, cost_cents,
  stage_days`;

/**
 * Cars finished, and the stages left on the way, as rows of one kind: of a car `stage` is null. What day it
 * was costs more to say of an instant than all the rest: it is said once of a car, and of the steps before
 * only where it decides.
 */
export const factsOf = (wanted: Wanted): Sql => sql`(
  with reached as materialized (
    select s.id, s.vehicle_id, s.entered_at, ${dayOf('s.entered_at', wanted)} as day
    from ${wanted.steps} s.stage = 'frontline' and ${wanted.isIn('s.entered_at')}),
  done as materialized (
    select s.id, s.vehicle_id, s.entered_at, s.day, v.store, v.condition, v.make, v.acquired_on,
      (v.acquired_on + 2)::timestamp at time zone 'UTC' as after_that
    from reached s join vehicles v on v.id = s.vehicle_id
    where ${wanted.isOf} and s.day >= v.acquired_on and ${isFirst(wanted)})
  select d.id as step_id, d.vehicle_id, d.store, d.condition, d.make, null::text as stage,
    d.entered_at as at, d.day - d.acquired_on as line_days, ways.cost_cents, null::float8 as stage_days
  from done d left join (${costsOfWays(wanted)}) ways on ways.id = d.id
  union all
  select s.id, s.vehicle_id, v.store, v.condition, v.make, s.stage, s.left_at, null::integer,
    null::bigint, date_part('epoch', s.left_at - s.entered_at) / 86400
  from (select s.* from ${wanted.steps} s.stage <> 'frontline' and s.left_at is not null
      and ${wanted.isIn('s.left_at')}) s
    join vehicles v on v.id = s.vehicle_id
  where ${wanted.isOf})`;

/** `reconCost` of all cars that are done, by one join and not car by car. */
const costsOfWays = ({ hasCost, timezone }: Wanted): Sql =>
  hasCost
    ? sql`select d.id, sum(coalesce(w.actual_cents, w.estimate_cents)) as cost_cents
        from done d join vehicle_recon_steps w on w.vehicle_id = d.vehicle_id and w.id <= d.id
          and (w.entered_at >= d.after_that or ${dayOf('w.entered_at', { timezone })} >= d.acquired_on)
        group by d.id`
    : sql`select null::integer as id, null::bigint as cost_cents where false`;
