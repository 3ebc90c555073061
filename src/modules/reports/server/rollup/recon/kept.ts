import { type RawBuilder, sql } from 'kysely';
import type { ReadQuery } from '../../report.ts';
import { storeIn, timeIn } from '../../tally/facts.ts';
import { columns, factsOf } from './facts.ts';

type Sql = RawBuilder<unknown>;

/**
 * Facts `f` of the span from the rollup, with stale vehicles recalculated from their steps, and everything from
 * the steps when the rollup was built for another time zone. One statement reads from one snapshot, and a change
 * of a vehicle marks it stale in the same transaction.
 */
export const reconFacts = (query: ReadQuery): Sql => sql`(
  with state as materialized (select from report_recon_state where zone = ${query.timezone}),
  stale as materialized (
    select distinct vehicle_id from report_recon_stale where exists (select from state))
  select ${columns} from (${keptOf(query)}) kept
  union all select ${columns} from ${stepsOf(
    query,
    sql`stale c
    join vehicle_recon_steps s on s.unit_id = c.vehicle_id where`,
  )} changed
  union all select ${columns} from ${stepsOf(
    query,
    sql`vehicle_recon_steps s
    where not exists (select from state) and`,
  )} unknown) f`;

const keptOf = (query: ReadQuery): Sql => sql`
  select step_id, vehicle_id, store, condition, make, stage, at, line_days,
    ${query.scope.money ? sql`cost_cents` : sql`null::bigint`} as cost_cents, stage_days
  from report_recon_facts r
  where ${timeIn('r.at', query)} and ${storeIn('r.store', query)} and exists (select from state)
    and not exists (select from stale c where c.vehicle_id = r.vehicle_id)`;

const stepsOf = (query: ReadQuery, steps: Sql): Sql =>
  factsOf({
    steps,
    isIn: (moment) => timeIn(moment, query),
    isOf: storeIn('v.store', query),
    timezone: query.timezone,
    hasCost: query.scope.money,
  });
