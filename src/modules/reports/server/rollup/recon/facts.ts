import { type RawBuilder, sql } from 'kysely';
import type { ReadQuery } from '../../report.ts';
import { dayOf, storeIn, timeIn } from '../../tally/facts.ts';

type Sql = RawBuilder<unknown>;
type Zone = Pick<ReadQuery, 'timezone'>;

/**
 * Vehicles `v` that reached the frontline in the span by a step `s`, for the first time since acquisition: a
 * vehicle sent back to the shop does not count again.
 */
export const finished = (query: ReadQuery): Sql => sql`s.stage = 'frontline'
  and ${timeIn('s.entered_at', query)} and ${storeIn('v.store', query)}
  and ${dayOf('s.entered_at', query)} >= v.acquired_on and ${isFirst(query)}`;

const isFirst = (zone: Zone): Sql => sql`not exists (
  select from vehicle_recon_steps e where e.unit_id = s.unit_id and e.stage = 'frontline'
    and e.id < s.id and ${dayOf('e.entered_at', zone)} >= v.acquired_on)`;

/** The recon cost of `v` up to the step `s`; null if no cost is entered. */
export const reconCost = (zone: Zone): Sql => sql`(
  select sum(coalesce(w.actual_cents, w.estimate_cents)) from vehicle_recon_steps w
  where w.unit_id = v.id and w.id <= s.id and ${dayOf('w.entered_at', zone)} >= v.acquired_on)`;

export interface FactsOptions extends Zone {
  /** The `from` clause of the steps `s`, ending in `where`. */
  steps: Sql;
  /** Restricts steps by when they were entered or left. */
  isIn(moment: 's.entered_at' | 's.left_at'): Sql;
  /** Restricts the vehicles `v`. */
  isOf: Sql;
  /** Without it costs are null. */
  hasCost: boolean;
}

export const columns = sql`step_id, vehicle_id, store, condition, make, stage, at, line_days, cost_cents,
  stage_days`;

/**
 * Frontline-ready vehicles and the stages they left, as rows of one kind: `stage` is null for a vehicle.
 * Converting an instant to a local day is the expensive part, so it is done once per vehicle, and for earlier
 * steps only where it matters.
 */
export const factsOf = (options: FactsOptions): Sql => sql`(
  with reached as materialized (
    select s.id, s.unit_id, s.entered_at, ${dayOf('s.entered_at', options)} as day
    from ${options.steps} s.stage = 'frontline' and ${options.isIn('s.entered_at')}),
  done as materialized (
    select s.id, s.unit_id as vehicle_id, s.entered_at, s.day, v.store, v.condition, v.make, v.acquired_on,
      (v.acquired_on + 2)::timestamp at time zone 'UTC' as after_that
    from reached s join stock_vehicles v on v.id = s.unit_id
    where ${options.isOf} and s.day >= v.acquired_on and ${isFirst(options)})
  select d.id as step_id, d.vehicle_id, d.store, d.condition, d.make, null::text as stage,
    d.entered_at as at, d.day - d.acquired_on as line_days, ways.cost_cents, null::float8 as stage_days
  from done d left join (${costsOfWays(options)}) ways on ways.id = d.id
  union all
  select s.id, s.unit_id, v.store, v.condition, v.make, s.stage, s.left_at, null::integer,
    null::bigint, date_part('epoch', s.left_at - s.entered_at) / 86400
  from (select s.* from ${options.steps} s.stage <> 'frontline' and s.left_at is not null
      and ${options.isIn('s.left_at')}) s
    join stock_vehicles v on v.id = s.unit_id
  where ${options.isOf})`;

/** `reconCost` of all finished vehicles in one join. */
const costsOfWays = ({ hasCost, timezone }: FactsOptions): Sql =>
  hasCost
    ? sql`select d.id, sum(coalesce(w.actual_cents, w.estimate_cents)) as cost_cents
        from done d join vehicle_recon_steps w on w.unit_id = d.vehicle_id and w.id <= d.id
          and (w.entered_at >= d.after_that or ${dayOf('w.entered_at', { timezone })} >= d.acquired_on)
        group by d.id`
    : sql`select null::integer as id, null::bigint as cost_cents where false`;
