import { type RawBuilder, sql } from 'kysely';
import type { ReportQuery } from '../../report.ts';
import { storeIn, timeIn } from '../../tally/facts.ts';
import { columns, factsOf } from './facts.ts';

type Sql = RawBuilder<unknown>;

/**
 * Facts `f` of the span: those that are kept, but of cars that changed since from their steps, and all of them
 * from the steps where the days are of another zone. Read by one statement, so by one snapshot: who changed a
 * car has told so in the same transaction.
 */
export const reconFacts = (asked: ReportQuery): Sql => sql`(
  with state as materialized (select from report_recon_state where zone = ${asked.timezone}),
  stale as materialized (
    select distinct vehicle_id from report_recon_stale where exists (select from state))
  select ${columns} from (${keptOf(asked)}) kept
  union all select ${columns} from ${stepsOf(
    asked,
    sql`stale c
    join vehicle_recon_steps s on s.vehicle_id = c.vehicle_id where`,
  )} changed
  union all select ${columns} from ${stepsOf(
    asked,
    sql`vehicle_recon_steps s
    where not exists (select from state) and`,
  )} unknown) f`;

const keptOf = (asked: ReportQuery): Sql => sql`
  select step_id, vehicle_id, store, condition, make, stage, at, line_days,
    ${asked.sight.money ? sql`cost_cents` : sql`null::bigint`} as cost_cents, stage_days
  from report_recon_facts r
  where ${timeIn('r.at', asked)} and ${storeIn('r.store', asked)} and exists (select from state)
    and not exists (select from stale c where c.vehicle_id = r.vehicle_id)`;

const stepsOf = (asked: ReportQuery, steps: Sql): Sql =>
  factsOf({
    steps,
    isIn: (moment) => timeIn(moment, asked),
    isOf: storeIn('v.store', asked),
    timezone: asked.timezone,
    hasCost: asked.sight.money,
  });
