import { type RawBuilder, sql } from 'kysely';
import type { Asked } from '../../report.ts';
import { dayOf, storeIn, timeIn } from '../../tally/facts.ts';

/**
 * Cars `v` that reached the frontline in the span by a step `s`, the first time since they were acquired: a
 * car that was sent back to the shop has been finished before.
 */
export const finished = (asked: Asked): RawBuilder<unknown> => sql`s.stage = 'frontline'
  and ${timeIn('s.entered_at', asked)} and ${storeIn('v.store', asked)}
  and ${dayOf('s.entered_at', asked)} >= v.acquired_on
  and not exists (select from vehicle_recon_steps e where e.vehicle_id = s.vehicle_id
    and e.stage = 'frontline' and e.id < s.id and ${dayOf('e.entered_at', asked)} >= v.acquired_on)`;

/** What the way of `v` to the step `s` cost; null where nothing of it is entered. */
export const reconCost = (asked: Pick<Asked, 'timezone'>): RawBuilder<unknown> => sql`(
  select sum(coalesce(w.actual_cents, w.estimate_cents)) from vehicle_recon_steps w
  where w.vehicle_id = v.id and w.id <= s.id and ${dayOf('w.entered_at', asked)} >= v.acquired_on)`;

/** Cars finished, and the stages left on the way, as rows `f` of one kind. */
export const reconFacts = (asked: Asked): RawBuilder<unknown> => sql`(
  select false as is_step, v.store, v.condition, v.make, null::text as stage,
    ${dayOf('s.entered_at', asked)} as day,
    ${dayOf('s.entered_at', asked)} - v.acquired_on as line_days, ${reconCost(asked)} as cost_cents,
    null::float8 as stage_days
  from vehicle_recon_steps s join vehicles v on v.id = s.vehicle_id
  where ${finished(asked)}
  union all
  select true, v.store, v.condition, v.make, s.stage, ${dayOf('s.left_at', asked)},
    null::integer, null::bigint,
    extract(epoch from s.left_at - s.entered_at)::float8 / 86400
  from vehicle_recon_steps s join vehicles v on v.id = s.vehicle_id
  where s.stage <> 'frontline' and ${timeIn('s.left_at', asked)}
    and ${storeIn('v.store', asked)}) f`;
